/** What happens in a position that waits for the computer or for the coin, and how long one is to see it think. */

import { fall, type Match } from "../../game/opponent";
import type { Solver } from "../../kernel/solver";
import type { Replay } from "../../kernel/types";

/** Long enough to be seen, in milliseconds; shorter where nothing moves, for there is less to follow. */
const PAUSE = 700;
const STILL_PAUSE = 250;

/** How many milliseconds pass at least before the computer acts. */
export function pause(): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? STILL_PAUSE : PAUSE;
}

/** The action that the computer chooses, or that the coin brings. */
export async function answer(solver: Pick<Solver, "choose">, match: Match, replay: Replay): Promise<string> {
  if (replay.to_act === null) return fall(match, replay);
  return solver.choose(match.rules, replay.position, match.level, BigInt(match.seed), BigInt(match.game));
}
