/** The worker's own script: loads the kernel at the first question, then answers one question after another. */

import { KernelError, type KernelErrorCode } from "./errors";
import address from "./kernel.wasm?url";
import { loadAnalyst } from "./solve";
import type { Analysis, Depth, RulesName } from "./types";

export interface Question {
  rules: RulesName;
  position: string;
  depth: Depth;
}

/** The analysis, or the parts of a KernelError, which loses its class on the way between threads. */
export type Answer =
  | { analysis: Analysis }
  | { refused: { code: KernelErrorCode; text: string; place: number; message: string } };

const loading = loadAnalyst(fetch(address));

async function answer({ rules, position, depth }: Question): Promise<Answer> {
  try {
    const analyst = await loading;
    return { analysis: analyst.analyze(rules, position, depth) };
  } catch (error) {
    // Whatever happens is answered: nobody hears of a rejection in a worker.
    const broken = (): KernelError => new KernelError("bad_module", "", 0, `the solver broke down: ${String(error)}`);
    const { code, text, place, message } = error instanceof KernelError ? error : broken();
    return { refused: { code, text, place, message } };
  }
}

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  self.postMessage(await answer(data));
};
