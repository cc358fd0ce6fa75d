/** What a game's screen shows, for the panels beside it, and what they have to say on the board. */

import type { Selection } from "../game/selection";
import type { Timeline } from "../game/timeline";
import type { Replay } from "../kernel/types";

export interface Look {
  line: Timeline;
  /** How many actions lead to the position on the screen. */
  ply: number;
  replay: Replay;
  /** The action that is pointed at or selected, as text; null while there is none. */
  action: string | null;
  /** Whether the game's newest position is on the screen. */
  present: boolean;
}

/** A word about an action, written small on its square; `label` says it in full to those who hear the square. */
export interface Badge {
  text: string;
  label: string;
  /** Good, neutral or bad for the side to act; shape and text tell them apart besides colour. */
  tone: "good" | "even" | "bad";
}

/**
 * What there is to say, by square: while placing, about the pair of that square with the half selected so far (with
 * none selected, the best of all pairs with it); while measuring, about the measured mark settling there.
 */
export type Badges = (replay: Replay, selection: Selection) => ReadonlyMap<number, Badge>;
