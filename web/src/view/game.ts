/** What a view tells the screen of a game, and is told by it. */

import type { Snippet } from "svelte";

import type { Viewer } from "../game/text";
import type { Timeline } from "../game/timeline";
import type { Score } from "../kernel/types";
import type { Badges, Look } from "./look";

export interface GameProps {
  line: Timeline;
  viewer: Viewer;
  /** An action that is on its way. */
  sending?: string | null;
  /** What is said instead of the usual words while something is on its way, or somebody else acts. */
  waiting?: string | null;
  /** What went wrong outside the board. */
  trouble?: string | null;
  /** Why nothing can be played here any more, when the game itself goes on. */
  closed?: string | null;
  /** How the game ended otherwise than on the board. */
  end?: { score: Score; reason: string } | null;
  /** What surrounds the game and is shown elsewhere, for the one place that is read aloud. */
  notes?: Readonly<Record<string, string>>;
  /** Whether an earlier position is looked at. */
  past?: boolean;
  /** Whether a measurement is being shown mark by mark, for those who would wait until it has been seen. */
  settling?: boolean;
  /** Whether earlier positions can be played on from; `onaction` is told after how many actions. */
  free?: boolean;
  /** What is known of the actions at hand, to be written on the board. */
  badges?: Badges | null;
  onaction: (action: string, ply: number) => void;
  /** Looks at another position instead of this component, which then shows the end of `line` always. */
  onview?: (ply: number) => void;
  /** Is told what is on the screen, whenever that changes. */
  onlook?: (look: Look) => void;
  /** Takes the last action back, for whoever types it; not given where nothing can be taken back. */
  onundo?: (() => void) | undefined;
  top?: Snippet;
  /** What is drawn over the board; it takes no touch. */
  overlay?: Snippet;
  /** The moves, when they are more than a list. */
  moves?: Snippet;
  /** More about what is on the screen, below the moves. */
  aside?: Snippet<[Look]>;
  tools?: Snippet;
  foot?: Snippet;
  ending?: Snippet;
}
