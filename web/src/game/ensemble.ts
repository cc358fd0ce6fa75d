/** The ensemble: the classical boards that the spooky pairs still allow, and what an action leaves. Pure values. */

import type { Letter, Line, Replay } from "../kernel/types";
import { LINES, measuredMark, numberOf, ownerOf, readAction, SQUARES } from "./marks";

/** The name of the mark in each of the nine squares, null where none stands. */
export type ClassicalBoard = readonly (string | null)[];

/** How often something stands in a square: on `count` boards of `of`; a null mark is the empty square. */
export interface Chance {
  readonly mark: string | null;
  readonly count: number;
  readonly of: number;
}

/** All boards that are still possible: every mark in one of its squares, and no two in the same. */
export function boards(replay: Replay): ClassicalBoard[] {
  let found: ClassicalBoard[] = [replay.squares];
  for (const { mark, squares } of replay.spooky) {
    found = found.flatMap((board) =>
      squares.filter((square) => board[square - 1] === null).map((square) => board.with(square - 1, mark)),
    );
  }
  return found;
}

/** Whether a board is still possible after an action: a pair needs one free square, an outcome its mark in place. */
export function stays(board: ClassicalBoard, replay: Replay, action: string): boolean {
  return waysOn(board, replay, action) > 0;
}

/** How many boards there are after an action. */
export function countAfter(found: readonly ClassicalBoard[], replay: Replay, action: string): number {
  return found.reduce((sum, board) => sum + waysOn(board, replay, action), 0);
}

/** In how many ways an action fits a board. */
function waysOn(board: ClassicalBoard, replay: Replay, action: string): number {
  const read = readAction(action);
  if (read.kind === "place") return [read.a, read.b].filter((square) => board[square - 1] === null).length;
  if (action.startsWith("@")) return board[read.square - 1] === measuredMark(replay) ? 1 : 0;
  return 1;
}

/** The lines on a board, the earliest first. */
export function linesOn(board: ClassicalBoard): Line[] {
  return LINES.flatMap((squares) => {
    const marks = squares.map((square) => board[square - 1] ?? "");
    const owners = new Set<Letter | null>(marks.map((mark) => (mark ? ownerOf(mark) : null)));
    const [owner] = owners;
    if (owners.size > 1 || !owner) return [];
    return [{ mark: owner, squares, highest: Math.max(...marks.map(numberOf)) }];
  }).sort((a, b) => a.highest - b.highest);
}

/** What can stand in each square, marks in move order and then the empty square, every board counting alike. */
export function chances(found: readonly ClassicalBoard[]): Chance[][] {
  return SQUARES.map((square) => {
    const counts = new Map<string | null, number>();
    for (const board of found) {
      const mark = board[square - 1] ?? null;
      counts.set(mark, (counts.get(mark) ?? 0) + 1);
    }
    return [...counts]
      .map(([mark, count]) => ({ mark, count, of: found.length }))
      .sort((a, b) => order(a.mark) - order(b.mark));
  });
}

function order(mark: string | null): number {
  return mark === null ? Infinity : numberOf(mark);
}

/** A share as a fraction in lowest terms: `2/3`, `1` for all. */
export function fraction({ count, of }: Chance): string {
  const divisor = common(count, of);
  return count === of ? "1" : `${count / divisor}/${of / divisor}`;
}

function common(a: number, b: number): number {
  return b === 0 ? a : common(b, a % b);
}
