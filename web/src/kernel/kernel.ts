/** The doorway to the WebAssembly kernel: texts in, documents out, nothing kept between calls. */

import { actionNumber } from "./action";
import { KernelError, refusedAction, refusedText } from "./errors";
import { loadModule, type KernelModule, type KernelSource, type Packed } from "./module";
import { replayOf } from "./replay";
import { RULE_NAMES, type Replay, type RulesName } from "./types";

export { KernelError, type KernelErrorCode } from "./errors";
export type { KernelSource } from "./module";
export * from "./types";

export interface Kernel {
  /** The empty board under a rule set. */
  start(rules: RulesName): Replay;
  /** The position that a position text such as `9.5.1.23` describes; throws KernelError when no game reaches it. */
  read(rules: RulesName, position: string): Replay;
  /** The position after an action (`1-5`, `@5`, `4-4`); throws KernelError when the rules refuse it. */
  play(rules: RulesName, position: string, action: string): Replay;
}

/** The kernel's number of a rule set; throws KernelError `bad_rules`. */
export function rulesNumber(rules: string): number {
  const number = (RULE_NAMES as readonly string[]).indexOf(rules);
  if (number < 0) {
    throw new KernelError("bad_rules", rules, 0, `"${rules}" is no rule set; there are ${RULE_NAMES.join(", ")}`);
  }
  return number;
}

/** The position that a text describes; throws KernelError when no game reaches it. */
export function readPosition(module: KernelModule, rules: number, text: string): Packed {
  const reading = module.read(rules, text);
  if ("position" in reading) return reading.position;
  throw refusedText(text, reading.refusal, reading.place);
}

/** Instantiate the kernel; throws KernelError `bad_module` when it is not the kernel this code was written for. */
export async function loadKernel(source: KernelSource): Promise<Kernel> {
  const module = await loadModule(source, RULE_NAMES.length);
  return {
    start(rules) {
      return replayOf(module, rulesNumber(rules), module.start());
    },
    read(rules, position) {
      const number = rulesNumber(rules);
      return replayOf(module, number, readPosition(module, number, position));
    },
    play(rules, position, action) {
      const number = rulesNumber(rules);
      const played = module.play(number, readPosition(module, number, position), actionNumber(action));
      if ("position" in played) return replayOf(module, number, played.position);
      throw refusedAction(action, position, played.refusal);
    },
  };
}
