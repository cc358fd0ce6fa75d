/**
 * Facts about an action: the documents of `spookymarks.teach` without their English sentences.
 *
 * Codes and fields are those of `teach/facts.py`. Values are points of X less points of O at perfect play; placements
 * count the pairs of both sides.
 */

import type { Letter } from "../kernel/types";

type Squares = readonly number[];

/** A finished line: its owner, its squares and its highest number. */
export type Made = readonly [owner: Letter, squares: Squares, highest: number];

/** The points of X and of O at the end of a game. */
export type Ended = readonly [x: number, o: number];

/** The fields of each kind of fact by its code. */
interface Fields {
  /** The pair of `mark` in `squares` closes a cycle; `chooser` measures it, null for a coin. */
  "closes-cycle": {
    mark: string;
    squares: Squares;
    cycle: readonly string[];
    stems: readonly string[];
    chooser: Letter | null;
  };
  /** No two squares without a mark are left, so pairs are measured now, that of `mark` first. */
  "starts-round": { mark: string; squares: Squares; chooser: Letter | null };
  /** What follows when `mark` settles in `square`: lines made, the score when it ends the game, the value. */
  outcome: { mark: string; square: number; lines: readonly Made[]; score: Ended | null; value: number };
  /** Both outcomes of the measurement give `owner` this line. */
  "every-outcome-line": { owner: Letter; squares: Squares };
  /** `leader` is ahead after both outcomes; null: both are level. */
  "every-outcome": { leader: Letter | null };
  /** Where the measurement sends the marks, in causal order. */
  settles: { settled: readonly (readonly [mark: string, square: number])[] };
  /** What the other outcome of the measurement is worth. */
  "other-choice": { action: string; value: number };
  /** The action ends the game with these lines and this score. */
  "ends-game": { lines: readonly Made[]; score: Ended };
  /** `actor` keeps all that the position was worth. */
  keeps: { actor: Letter; value: number };
  /** `actor` had `before` and is left with `after`. */
  "gives-away": { actor: Letter; before: number; after: number };
  /** The value is kept, but `leader` is done in `taken` placements where best play takes `best`. */
  "not-the-best": { actor: Letter; leader: Letter; best: number; taken: number };
  /** None of the `others` other legal actions keeps the value for `actor`. */
  "only-action": { actor: Letter; others: number };
  /** The actions that would have kept `value` for `actor`, best first. */
  better: { actor: Letter; actions: readonly string[]; value: number };
  /** How `by` punishes the action, to the end in `score`, or to a coin; `closes`: the reply closes a cycle. */
  refutation: { by: Letter; line: readonly string[]; closes: boolean; score: Ended | null };
  /** `leader` comes out ahead by force; `line`, the action first, is the longest defence. */
  decides: { leader: Letter; placements: number; line: readonly string[]; score: Ended };
  /** All of `by`'s legal replies but this one give something away. */
  "only-answer": { by: Letter; reply: string };
  /** Unless `squares` are played in or the game ends, any of `closings` gives `actor` a line next. */
  threat: { actor: Letter; closings: readonly string[]; squares: Squares };
  /** The lines that a collapse leaves open to a side. */
  "lines-open": { owner: Letter; lines: readonly Squares[] };
  /** Every line of `owner` will hold an enemy mark; `settled`: by marks that are classical already. */
  "no-line-left": { owner: Letter; settled: boolean };
  /** Nobody can get a line any more; `settled`: because of marks that are classical already. */
  "draw-certain": { settled: boolean };
  /** What the position is worth after a coin has fallen. */
  worth: { value: number };
}

export type Code = keyof Fields;
export type FactOf<C extends Code> = C extends Code ? { readonly code: C } & Readonly<Fields[C]> : never;
export type Fact = FactOf<Code>;
