/**
 * The documents that describe a position: the same shape from the kernel, the command line and the server.
 *
 * Squares are 1 to 9. Marks are named by letter and number: X1, O2, X3 …. Points come in steps of one half.
 */

/** The rule sets on offer; `standard` is the default. */
export const RULE_NAMES = [
  "standard",
  "goff",
  "single",
  "full-board",
  "no-repeat",
  "closer-chooses",
  "coin",
  "superposition",
] as const;

export type RulesName = (typeof RULE_NAMES)[number];

export type Letter = "X" | "O";

/** What the position waits for. */
export type Phase = "place" | "measure" | "over";

/** A mark that is still in two squares, ascending. */
export interface SpookyPair {
  mark: string;
  squares: [number, number];
}

/** A mark and the square in which a measurement makes it settle. */
export interface SettledMark {
  mark: string;
  square: number;
}

/** A finished line: its owner, its squares ascending, and the highest number in it. */
export interface Line {
  mark: Letter;
  squares: [number, number, number];
  highest: number;
}

export interface Score {
  X: number;
  O: number;
}

/** What the board looks like if the measured mark settles in one of its two squares. */
export interface Outcome {
  /** The name of the classical mark in each of the nine squares, null where none is. */
  squares: (string | null)[];
  /** Every mark that settles, in causal order: the measured mark, round the cycle, then the stems. */
  settled: SettledMark[];
  /** All finished lines afterwards, the earliest (lowest highest number) first. */
  lines: Line[];
  /** The points when this outcome ends the game, else null. */
  score: Score | null;
}

/** A position with everything a person or program may want to know of it. */
export interface Replay {
  rules: RulesName;
  /** One field per mark in move order, `9.5.1.23`; the empty board is `-`. */
  position: string;
  /** The name of the classical mark in each of the nine squares, null where none is. */
  squares: (string | null)[];
  /** The undecided marks in move order. */
  spooky: SpookyPair[];
  phase: Phase;
  /** Who acts; null when the game is over or a coin measures. */
  to_act: Letter | null;
  /** The marks on the cycle in move order; null when there is none to measure. */
  cycle: string[] | null;
  /** The marks that hang off the cycle, in move order; null when there is no cycle to measure. */
  stems: string[] | null;
  /** Both outcomes of the pending measurement by square; null when none is pending. */
  outcomes: Record<string, Outcome> | null;
  /** How many classical boards the spooky pairs still allow. */
  ensemble: number;
  /** The points of a finished game, else null. */
  score: Score | null;
  /** All finished lines, the earliest (lowest highest number) first. */
  lines: Line[];
  /** Every legal action in action order: placements `1-2`, measurement `@5`, last square `4-4`. */
  legal: string[];
  /** The legal placements that would close a cycle. */
  closing: string[];
}

/** How much of an analysis is wanted; each includes the one before it. */
export type Depth = "values" | "lines" | "full";

/** `best` keeps value and distance, `holds` the value only, `loses` gives value away. */
export type Grade = "best" | "holds" | "loses";

/** A legal action and what follows from it at perfect play. */
export interface ActionAnalysis {
  action: string;
  /** Points of X less points of O. */
  value: number;
  class: Grade;
  /** Placements left until the game is decided, this action included; null for a draw, a coin, or when not asked. */
  distance: number | null;
  /** How many actions of the next to act keep the value; null when there are none, or when not asked. */
  replies: number | null;
  /** Best play from here to the end, or to a coin's measurement; begins with this action. */
  line: string[];
}

/** A position with its exact value and that of every action. */
export interface Analysis extends Replay {
  /** Points of X less points of O at perfect play. */
  value: number;
  /** Placements left until the game is decided; null for a draw, a coin, or when not asked. */
  distance: number | null;
  /** Every legal action, best first for the side to act. */
  actions: ActionAnalysis[];
  /** How many positions the search visited. */
  nodes: number;
  seconds: number;
}
