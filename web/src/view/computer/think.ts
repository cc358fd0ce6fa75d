/** What happens in a position that waits for the computer or for the coin, and how long one is to see it think. */

import { fall, type Match } from "../../game/opponent";
import { at, type Timeline } from "../../game/timeline";
import type { Replay } from "../../kernel/types";
import type { Solver } from "../../kernel/solver";

/** Long enough to be seen; a collapse takes longer to follow, mark by mark. */
const PAUSE = 700;
const PAUSE_PER_MARK = 450;
/** Where nothing moves there is less to follow. */
const STILL_PAUSE = 250;

/** How many milliseconds pass before the next action at least. */
export function pauseAfter(line: Timeline, still: boolean): number {
  if (still) return STILL_PAUSE;
  const action = line.actions.at(-1);
  const before = at(line, line.actions.length - 1);
  const settled = action?.startsWith("@") ? (before.outcomes?.[action.slice(1)]?.settled.length ?? 0) : 0;
  return PAUSE + PAUSE_PER_MARK * settled;
}

/** The action that the computer chooses, or that the coin brings. */
export async function answer(solver: Pick<Solver, "choose">, match: Match, replay: Replay): Promise<string> {
  if (replay.to_act === null) return fall(match, replay);
  return solver.choose(match.rules, replay.position, match.level, BigInt(match.seed), BigInt(match.game));
}
