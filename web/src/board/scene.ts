/** Everything that is drawn for a position, as plain values; the components only put it on the screen. */

import { choices, nextMark, numberOf, ownerOf, readAction } from "../game/marks";
import { closingWith, NOTHING, type Selection } from "../game/selection";
import type { Letter, Line, Outcome, Replay } from "../kernel/types";
import { BOW, corner, curve, slot, strike, type Point } from "./geometry";
import { groups } from "./groups";

/** What a pending measurement does to a mark: it is on the cycle, hangs off it, or stays spooky. */
export type Role = "plain" | "cycle" | "stem" | "untouched";

export interface Half extends Point {
  readonly mark: string;
  readonly owner: Letter;
  readonly square: number;
  readonly partner: number;
  readonly role: Role;
  /** Which component it belongs to; null for what does not stand on the board. */
  readonly group: number | null;
  /** `fresh` came with the last action, `ghost` is not played yet, `gone` the last measurement discarded. */
  readonly state: "set" | "fresh" | "ghost" | "gone";
}

export interface Thread {
  readonly mark: string;
  readonly path: string;
  /** Index of the group's pattern; null for a lone pair. */
  readonly pattern: number | null;
  readonly role: Role;
  readonly group: number | null;
  readonly state: "set" | "fresh" | "ghost";
}

export interface Stone extends Point {
  readonly mark: string;
  readonly owner: Letter;
  readonly square: number;
  /** Its turn in the last collapse, 0 first; null when it stood there before. */
  readonly order: number | null;
}

export interface Stroke {
  readonly from: Point;
  readonly to: Point;
  readonly owner: Letter;
}

export interface Scene {
  readonly halves: readonly Half[];
  readonly threads: readonly Thread[];
  readonly stones: readonly Stone[];
  readonly strokes: readonly Stroke[];
  /** By square, the first one first: the group, the choice, and whether a half here closes a cycle. */
  readonly letters: readonly (string | null)[];
  readonly choices: readonly (string | null)[];
  readonly closing: readonly boolean[];
}

export interface Look {
  readonly replay: Replay;
  /** The action that led here and the position before it; null at the start. */
  readonly last: { before: Replay; action: string } | null;
  readonly selection: Selection;
  /** The mark that the selection would place. */
  readonly ghost: string;
}

/** Draw a position. */
export function scene({ replay, last, selection, ghost }: Look): Scene {
  const parts = groups(replay);
  const measuring = replay.phase === "measure";
  const fresh = freshMark(last);
  const halves: Half[] = [];
  const threads: Thread[] = [];
  for (const { mark, squares } of replay.spooky) {
    const role = roleOf(replay, mark);
    const state = mark === fresh ? "fresh" : "set";
    const [a, b] = squares;
    const group = parts.findIndex(({ marks }) => marks.includes(mark));
    halves.push(half(mark, a, b, role, state, group), half(mark, b, a, role, state, group));
    const letter = parts[group]?.letter ?? null;
    const pattern = letter === null ? null : "ABC".indexOf(letter);
    threads.push({ mark, path: thread(mark, a, b), pattern, role, state, group });
  }
  if (selection.step === "half") halves.push(half(ghost, selection.first, selection.first, "plain", "ghost"));
  if (selection.step === "pair") {
    const { first, second } = selection;
    halves.push(half(ghost, first, second, "plain", "ghost"), half(ghost, second, first, "plain", "ghost"));
    threads.push({
      mark: ghost,
      path: thread(ghost, first, second),
      pattern: null,
      role: "plain",
      state: "ghost",
      group: null,
    });
  }
  const collapse = collapseOf(last);
  if (collapse && last) halves.push(...discarded(last.before, collapse.settled));
  const letters = Array.from<string | null>({ length: 9 }).fill(null);
  // While measuring, A and B name the two choices, so the groups that wait go without a letter.
  if (!measuring)
    for (const group of parts) for (const square of group.squares) letters[square - 1] = group.letter;
  const chosen = Array.from<string | null>({ length: 9 }).fill(null);
  for (const [index, square] of choices(replay).entries()) chosen[square - 1] = "AB"[index] ?? null;
  const closing = Array.from<boolean>({ length: 9 }).fill(false);
  for (const square of closingWith(replay, selection)) closing[square - 1] = true;
  return {
    halves,
    threads,
    stones: stones(replay.squares, collapse, last?.action ?? null),
    strokes: strokes(replay.lines),
    letters,
    choices: chosen,
    closing,
  };
}

/** Draw the board that an outcome of the pending measurement would leave. */
export function preview(replay: Replay, outcome: Outcome): Scene {
  const settled = new Set(outcome.settled.map(({ mark }) => mark));
  const left: Replay = {
    ...replay,
    phase: "place",
    outcomes: null,
    squares: outcome.squares,
    spooky: replay.spooky.filter(({ mark }) => !settled.has(mark)),
    lines: outcome.lines,
  };
  return {
    ...scene({ replay: left, last: null, selection: NOTHING, ghost: "" }),
    stones: stones(outcome.squares, outcome),
  };
}

/** The outcome that the last action chose; null when it was no measurement. */
export function collapseOf(last: Look["last"]): Outcome | null {
  if (!last?.action.startsWith("@")) return null;
  return last.before.outcomes?.[last.action.slice(1)] ?? null;
}

/** The large marks of a board; those that settled in `collapse` are numbered in causal order. */
export function stones(
  squares: readonly (string | null)[],
  collapse: Outcome | null,
  action: string | null = null,
): Stone[] {
  const only = action !== null && !collapse ? readAction(action) : null;
  return squares.flatMap((mark, index) => {
    if (mark === null) return [];
    const square = index + 1;
    const turn = collapse?.settled.findIndex((settled) => settled.mark === mark) ?? -1;
    const isLast = only?.kind === "settle" && only.square === square;
    return [
      { mark, owner: ownerOf(mark), square, ...corner(square), order: isLast ? 0 : turn < 0 ? null : turn },
    ];
  });
}

export function strokes(lines: readonly Line[]): Stroke[] {
  return lines.map((line) => ({ ...strike(line.squares[0], line.squares[2]), owner: line.mark }));
}

export function roleOf(replay: Replay, mark: string): Role {
  if (replay.phase !== "measure") return "plain";
  if (replay.cycle?.includes(mark)) return "cycle";
  if (replay.stems?.includes(mark)) return "stem";
  // Rules without cycles measure one pair at a time.
  const measured = Object.values(replay.outcomes ?? {}).some((outcome) => outcome.settled[0]?.mark === mark);
  return measured ? "cycle" : "untouched";
}

function freshMark(last: Look["last"]): string | null {
  return last && readAction(last.action).kind === "place" ? nextMark(last.before) : null;
}

function half(
  mark: string,
  square: number,
  partner: number,
  role: Role,
  state: Half["state"],
  group: number | null = null,
): Half {
  return { mark, owner: ownerOf(mark), square, partner, role, state, group, ...slot(square, numberOf(mark)) };
}

function thread(mark: string, a: number, b: number): string {
  const number = numberOf(mark);
  return curve(slot(a, number), slot(b, number), BOW[number - 1] ?? 0);
}

/** The halves that settling marks threw away, faintly where they stood. */
export function discarded(before: Replay, settled: Outcome["settled"]): Half[] {
  return settled.flatMap(({ mark, square }) => {
    const pair = before.spooky.find((each) => each.mark === mark);
    const gone = pair?.squares.find((each) => each !== square);
    return gone === undefined ? [] : [half(mark, gone, square, "plain", "gone")];
  });
}
