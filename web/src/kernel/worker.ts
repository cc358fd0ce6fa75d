/** The worker's own script: loads the kernel, then answers one question after another. */

import { KernelError, type KernelErrorCode } from "./errors";
import address from "./kernel.wasm?url";
import { loadAnalyst } from "./solve";
import type { Analysis, Depth, RulesName } from "./types";

export type Question =
  | { ask: "analysis"; rules: RulesName; position: string; depth: Depth }
  | { ask: "choice"; rules: RulesName; position: string; level: number; seed: bigint; game: bigint };

/** What was asked for, or the parts of a KernelError, which loses its class on the way between threads. */
export type Answer =
  | { found: Analysis | string }
  | { refused: { code: KernelErrorCode; text: string; place: number; message: string; refusal: number } };

const loading = loadAnalyst(fetch(address));
// The first question tells of a failure; before it nobody listens.
loading.catch(() => undefined);

async function answer(question: Question): Promise<Answer> {
  try {
    const analyst = await loading;
    const { ask, rules, position } = question;
    if (ask === "analysis") return { found: analyst.analyze(rules, position, question.depth) };
    return { found: analyst.choose(rules, position, question.level, question.seed, question.game) };
  } catch (error) {
    // Whatever happens is answered: nobody hears of a rejection in a worker.
    const broken = (): KernelError => new KernelError("bad_module", "", 0, `the solver broke down: ${String(error)}`);
    const { code, text, place, message, refusal } = error instanceof KernelError ? error : broken();
    return { refused: { code, text, place, message, refusal } };
  }
}

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  self.postMessage(await answer(data));
};
