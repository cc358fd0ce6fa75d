/** What a position still allows: lines that can be made, closings that cannot be answered. As `teach/prospects.py`. */

import { groups } from "../board/groups";
import { linesOn } from "../game/ensemble";
import { LINES, numberOf, ownerOf, readAction } from "../game/marks";
import type { Letter, Replay, SettledMark } from "../kernel/types";

type Line = (typeof LINES)[number];

/** A component that the mark about to be placed could close with profit, and the pairs that do. */
export interface Threat {
  squares: readonly number[];
  closings: readonly string[];
}

/** The lines that hold no enemy mark in some classical board that the position still allows. */
export function openLines(replay: Replay, owner: Letter): Line[] {
  const ways = settlings(replay);
  return LINES.filter(
    (line) =>
      free(classical(replay), line, owner) && ways.every((outcomes) => outcomes.some((each) => free(each, line, owner))),
  );
}

/** Whether classical marks alone leave no line open to a side. */
export function isDecided(replay: Replay, owner: Letter): boolean {
  return !LINES.some((line) => free(classical(replay), line, owner));
}

/**
 * The components that the side that is not to place could close with profit next: with pairs that give it a line, the
 * earlier one as the board stands, whatever is chosen, or that it can choose so. Rules under which a line does not end
 * the game, or marks do not share squares, have no threats in this sense.
 */
export function threats(replay: Replay, actor: Letter): Threat[] {
  const { rules, phase, to_act, closing } = replay;
  if (phase !== "place" || to_act === actor || rules === "full-board" || rules === "superposition") return [];
  return inOrder(replay).flatMap(({ squares }) => {
    const good = squares.filter((root) => wins(replay, actor, squares, root));
    const closings = closing.filter((text) => {
      const action = readAction(text);
      if (action.kind !== "place") return false;
      const ends = [action.a, action.b];
      if (!ends.every((end) => squares.includes(end))) return false;
      const fitting = ends.filter((end) => good.includes(end)).length;
      return rules === "closer-chooses" ? fitting > 0 : fitting === ends.length;
    });
    return closings.length ? [{ squares, closings }] : [];
  });
}

/** The ways to settle, for each component; a pending measurement has its two outcomes. */
function settlings(replay: Replay): SettledMark[][][] {
  const measured = Object.values(replay.outcomes ?? {}).map(({ settled }) => settled);
  const pending = new Set(measured.flat().map(({ mark }) => mark));
  const others = groups(replay).filter(({ marks }) => !marks.some((mark) => pending.has(mark)));
  const ways = others.map(({ squares }) => squares.map((root) => hang(replay, squares, root)));
  return measured.length ? [measured, ...ways] : ways;
}

/** The components in the order of their newest marks, which is that of the rules. */
function inOrder(replay: Replay) {
  const newest = (marks: readonly string[]): number => Math.max(...marks.map(numberOf));
  return groups(replay).toSorted((a, b) => newest(a.marks) - newest(b.marks));
}

/** Settle the pairs of a component away from a root that is taken. */
function hang(replay: Replay, squares: readonly number[], root: number): SettledMark[] {
  const settled: SettledMark[] = [];
  const taken = new Set([root]);
  let waiting = replay.spooky.filter((pair) => squares.includes(pair.squares[0]));
  while (waiting.length) {
    waiting = waiting.filter(({ mark, squares: [a, b] }) => {
      if (!taken.has(a) && !taken.has(b)) return true;
      const square = taken.has(a) ? b : a;
      taken.add(square);
      settled.push({ mark, square });
      return false;
    });
  }
  return settled;
}

/** Whether the actor's next mark, measured in `root`, leaves the actor ahead with a line. */
function wins(replay: Replay, actor: Letter, squares: readonly number[], root: number): boolean {
  const board = [...replay.squares];
  for (const { mark, square } of hang(replay, squares, root)) board[square - 1] = mark;
  // The other side's mark between is not there yet; it keeps its place in the numbers.
  const next = replay.spooky.length + classical(replay).length + 2;
  board[root - 1] = `${actor}${String(next)}`;
  // Whatever lines are worth, the side with the earliest one is ahead.
  return linesOn(board)[0]?.mark === actor;
}

function classical(replay: Replay): SettledMark[] {
  return replay.squares.flatMap((mark, index) => (mark === null ? [] : [{ mark, square: index + 1 }]));
}

function free(marks: readonly SettledMark[], line: Line, owner: Letter): boolean {
  return !marks.some(({ mark, square }) => line.includes(square) && ownerOf(mark) !== owner);
}
