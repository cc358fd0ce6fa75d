/** What a player has pointed at but not yet played: halves of a pair, or one outcome. Pure values. */

import type { Replay } from "../kernel/types";
import { choices, lastSquare, openSquares, outcomeWith, placement, readAction } from "./marks";

export type Selection =
  | { step: "none" }
  | { step: "half"; first: number }
  | { step: "pair"; first: number; second: number }
  | { step: "outcome"; square: number };

/** Why a touch did nothing, for the page to say in words. */
export type Refusal =
  | { reason: "over" }
  | { reason: "closed"; square: number; mark: string }
  | { reason: "occupied"; square: number }
  | { reason: "repeated"; first: number; second: number }
  | { reason: "stem"; mark: string }
  | { reason: "untouched"; mark: string }
  | { reason: "no-choice"; square: number };

export interface Touched {
  selection: Selection;
  /** The action to play now; null while the player has not finished or is to confirm it. */
  commit: string | null;
  refusal: Refusal | null;
}

export const NOTHING: Selection = { step: "none" };

/** The action that a finished selection stands for; null while it is unfinished. */
export function actionOf(selection: Selection): string | null {
  if (selection.step === "pair") return placement(selection.first, selection.second);
  return selection.step === "outcome" ? `@${selection.square}` : null;
}

/** The selection that an action on its way stands for; the last square is half a pair twice. */
export function selectionOf(action: string): Selection {
  const read = readAction(action);
  if (read.kind === "place") return { step: "pair", first: read.a, second: read.b };
  if (action.startsWith("@")) return { step: "outcome", square: read.square };
  return { step: "half", first: read.square };
}

/** Whether the selected pair would close a cycle. */
export function closes(replay: Replay, selection: Selection): boolean {
  const action = actionOf(selection);
  return action !== null && replay.closing.includes(action);
}

/** The squares that would close a cycle together with the first half. */
export function closingWith(replay: Replay, selection: Selection): number[] {
  if (selection.step !== "half" && selection.step !== "pair") return [];
  const { first } = selection;
  return [...openSquares(replay)].filter(
    (square) => square !== first && replay.closing.includes(placement(first, square)),
  );
}

/** What a selection would become if the square that is pointed at were touched: a first half shows its whole pair. */
export function pointedAt(selection: Selection, replay: Replay, square: number | null): Selection {
  if (square === null || selection.step !== "half") return selection;
  const { first } = selection;
  const pair = square !== first && replay.legal.includes(placement(first, square));
  return pair ? { step: "pair", first, second: square } : selection;
}

/**
 * Touch a square. While placing: the first touch is the first half, the second the pair; the first half again
 * retracts, a third square moves the second half, and the second half again plays it. While measuring: either
 * square of the measured mark chooses. With `confirm` a finished selection waits to be played.
 */
export function touchSquare(selection: Selection, replay: Replay, square: number, confirm: boolean): Touched {
  if (replay.phase === "over") return refused(selection, { reason: "over" });
  if (replay.phase === "measure") {
    if (choices(replay).includes(square)) return choose(square, confirm);
    return refused(selection, { reason: "no-choice", square });
  }
  const mark = replay.squares[square - 1];
  if (mark) return refused(selection, { reason: "closed", square, mark });
  if (!openSquares(replay).has(square)) return refused(selection, { reason: "occupied", square });
  if (lastSquare(replay) === square)
    return { selection: NOTHING, commit: `${square}-${square}`, refusal: null };
  if (selection.step !== "half" && selection.step !== "pair") return kept({ step: "half", first: square });
  const { first } = selection;
  if (square === first) return kept(NOTHING);
  if (selection.step === "pair" && square === selection.second) {
    return { selection, commit: placement(first, square), refusal: null };
  }
  if (!replay.legal.includes(placement(first, square))) {
    return refused(selection, { reason: "repeated", first, second: square });
  }
  return finished({ step: "pair", first, second: square }, confirm);
}

/** Touch a mark while measuring: one of the cycle names the outcome in which it settles in that square. */
export function touchMark(
  selection: Selection,
  replay: Replay,
  mark: string,
  square: number,
  confirm: boolean,
): Touched {
  if (replay.stems?.includes(mark)) return refused(selection, { reason: "stem", mark });
  const outcome = outcomeWith(replay, mark, square);
  return outcome === null ? refused(selection, { reason: "untouched", mark }) : choose(outcome, confirm);
}

/** Choose the outcome in which the measured mark settles in `square`. */
export function choose(square: number, confirm: boolean): Touched {
  return finished({ step: "outcome", square }, confirm);
}

function kept(selection: Selection): Touched {
  return { selection, commit: null, refusal: null };
}

function refused(selection: Selection, refusal: Refusal): Touched {
  return { selection, commit: null, refusal };
}

function finished(selection: Selection, confirm: boolean): Touched {
  return { selection, commit: confirm ? null : actionOf(selection), refusal: null };
}
