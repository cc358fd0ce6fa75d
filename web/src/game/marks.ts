/** Reading the names, actions and positions that the rules hand out; nothing here decides a rule. */

import type { Letter, Line, Replay } from "../kernel/types";

export const SQUARES = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** The lines of the board in the order of the rules. */
export const LINES: readonly Line["squares"][] = [
  [1, 2, 3],
  [4, 5, 6],
  [7, 8, 9],
  [1, 4, 7],
  [2, 5, 8],
  [3, 6, 9],
  [1, 5, 9],
  [3, 5, 7],
];

/** A placement in two squares, or the one square in which a mark settles. */
export type Action = { kind: "place"; a: number; b: number } | { kind: "settle"; square: number };

/** The square that a digit key means: itself, or with `pad` the one at its place on a number pad, 7 8 9 at the top. */
export function squareOf(digit: number, order: "numbered" | "pad"): number {
  if (order === "numbered" || (digit > 3 && digit < 7)) return digit;
  return digit > 6 ? digit - 6 : digit + 6;
}

/** Read an action text: `1-5`, `@5`, or `4-4` for the last square. */
export function readAction(text: string): Action {
  if (text.startsWith("@")) return { kind: "settle", square: Number(text[1]) };
  const a = Number(text[0]);
  const b = Number(text[2]);
  return a === b ? { kind: "settle", square: a } : { kind: "place", a, b };
}

/** Write a placement with its squares ascending. */
export function placement(a: number, b: number): string {
  return a < b ? `${a}-${b}` : `${b}-${a}`;
}

export function ownerOf(mark: string): Letter {
  return mark.startsWith("X") ? "X" : "O";
}

export function numberOf(mark: string): number {
  return Number(mark.slice(1));
}

export function other(letter: Letter): Letter {
  return letter === "X" ? "O" : "X";
}

/** The mark that the next placement makes; numbers follow the marks on the board, odd ones are X's. */
export function nextMark(replay: Replay): string {
  const number = replay.spooky.length + replay.squares.filter((mark) => mark !== null).length + 1;
  return `${number % 2 ? "X" : "O"}${number}`;
}

/** The mark that the pending measurement settles; null when none is pending. */
export function measuredMark(replay: Replay): string | null {
  const outcome = Object.values(replay.outcomes ?? {})[0];
  return outcome?.settled[0]?.mark ?? null;
}

/** The two squares of the pending measurement, ascending: choice A and choice B. */
export function choices(replay: Replay): number[] {
  return Object.keys(replay.outcomes ?? {})
    .map(Number)
    .sort((a, b) => a - b);
}

/** The outcome (named by its square) in which a mark settles in a square; null unless it is exactly one. */
export function outcomeWith(replay: Replay, mark: string, square: number): number | null {
  const fitting = choices(replay).filter((choice) =>
    replay.outcomes?.[choice]?.settled.some((settled) => settled.mark === mark && settled.square === square),
  );
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** The square that takes both halves of the last mark; null before that. */
export function lastSquare(replay: Replay): number | null {
  const [only] = replay.legal;
  if (replay.phase !== "place" || replay.legal.length !== 1 || only === undefined) return null;
  const action = readAction(only);
  return action.kind === "settle" ? action.square : null;
}

/** The squares that take a half of the next mark. */
export function openSquares(replay: Replay): Set<number> {
  const squares = new Set<number>();
  if (replay.phase !== "place") return squares;
  for (const text of replay.legal) {
    const action = readAction(text);
    if (action.kind === "settle") squares.add(action.square);
    else squares.add(action.a).add(action.b);
  }
  return squares;
}
