/** The real rules for tests: positions are played, never made up. */

import { readFileSync } from "node:fs";

import { timeline, type Timeline } from "../src/game/timeline";
import { loadKernel, type Kernel, type Replay, type RulesName } from "../src/kernel/kernel";

export const kernel: Kernel = await loadKernel(
  readFileSync(new URL("../src/kernel/kernel.wasm", import.meta.url)),
);

/** Play a game text. */
export function game(text: string, rules: RulesName = "standard"): Timeline {
  return timeline(kernel, rules, text.split(" ").filter(Boolean));
}

/** The position that a game text leads to. */
export function after(text: string, rules: RulesName = "standard"): Replay {
  const last = game(text, rules).replays.at(-1);
  if (!last) throw new Error("no position");
  return last;
}
