/** Hints that lead towards a best action without giving it away, from an exact analysis. Pure values. */

import { groups } from "../board/groups";
import type { ActionAnalysis, Analysis } from "../kernel/types";
import { choices, nextMark, measuredMark, placement, readAction } from "./marks";

/** How the side to act stands with best play from both sides. */
export type Stand = "ahead" | "even" | "behind";

/** Where to look, less than the whole answer. */
export type Where =
  | { kind: "square"; square: number }
  | { kind: "group"; group: string; squares: readonly number[] }
  /** Lines that one of the outcomes completes: the highest mark of each decides. */
  | { kind: "lines"; marks: readonly string[] }
  /** Squares that go to one side in one outcome and to the other in the other. */
  | { kind: "owners"; squares: readonly number[] }
  /** The same squares for each side either way: only the numbers differ. */
  | { kind: "numbers" };

export interface Hint {
  readonly decision: "place" | "choose";
  /** The mark that is placed or settled. */
  readonly mark: string;
  readonly stand: Stand;
  /** By how many points at the end; null for an average over coins that are still to fall. */
  readonly by: number | null;
  /** How many of the legal actions keep that. */
  readonly keep: number;
  readonly of: number;
  /** Whether all that keep it close a cycle, or only others do; null where that is not so, or would say too much. */
  readonly cycle: "close" | "leave" | null;
  /** How many more placements the longest defence takes, for the side that is behind. */
  readonly lasts: number | null;
  /** Null when a place to look would be the whole answer. */
  readonly where: Where | null;
  /** A best action, one that fits `where`. */
  readonly best: string;
}

/** To close a cycle is no hint but the answer where there are no more ways to do it. */
const FEW = 2;

/** The hint for whoever is to act; null when nobody is, or when there is one legal action only. */
export function hintOf(analysis: Analysis): Hint | null {
  const { to_act, phase, rules, value, actions } = analysis;
  const [first] = actions;
  if (to_act === null || !first || actions.length < 2) return null;
  const lead = to_act === "X" ? value : -value;
  const keepers = actions.filter((each) => each.class !== "loses");
  const best = actions.filter((each) => each.class === "best");
  const choosing = phase === "measure";
  const where = choosing ? comparison(analysis, keepers) : place(analysis, best);
  return {
    decision: choosing ? "choose" : "place",
    mark: choosing ? (measuredMark(analysis) ?? "") : nextMark(analysis),
    stand: lead > 0 ? "ahead" : lead < 0 ? "behind" : "even",
    // A coin can still bring everything between; nothing is more than a whole point.
    by: rules === "coin" && Math.abs(lead) !== 1 ? null : Math.abs(lead),
    keep: keepers.length,
    of: actions.length,
    cycle: cycleAdvice(analysis, keepers),
    lasts: lead < 0 ? analysis.distance : null,
    where,
    best: best.find((each) => fits(each.action, where))?.action ?? first.action,
  };
}

function cycleAdvice({ closing, actions }: Analysis, keepers: readonly ActionAnalysis[]): Hint["cycle"] {
  if (closing.length === 0 || keepers.length === actions.length) return null;
  const closers = keepers.filter(({ action }) => closing.includes(action));
  if (closers.length === 0) return "leave";
  return closers.length === keepers.length && closing.length > FEW ? "close" : null;
}

/** A group that holds a best pair, or the square that belongs to the most of them. */
function place(analysis: Analysis, best: readonly ActionAnalysis[]): Where | null {
  const pairs = best.map(({ action }) => squaresOf(action));
  const group = groups(analysis).find(
    ({ letter, squares }) =>
      letter !== null && pairs.length > 0 && pairs.every((pair) => pair.every((each) => squares.includes(each))),
  );
  if (group?.letter && pairsWithin(analysis, group.squares) > 1) {
    return { kind: "group", group: group.letter, squares: group.squares };
  }
  const often = new Map<number, number>();
  for (const square of pairs.flat()) often.set(square, (often.get(square) ?? 0) + 1);
  const [square] = [...often.keys()].sort((a, b) => (often.get(b) ?? 0) - (often.get(a) ?? 0) || a - b);
  if (square === undefined) return null;
  const open = analysis.legal.filter((action) => squaresOf(action).includes(square));
  return open.length > 1 ? { kind: "square", square } : null;
}

function pairsWithin({ legal }: Analysis, squares: readonly number[]): number {
  const within = squares.flatMap((a) => squares.filter((b) => a < b).map((b) => placement(a, b)));
  return within.filter((action) => legal.includes(action)).length;
}

/** What tells the two outcomes apart; nothing when both are as good. */
function comparison(analysis: Analysis, keepers: readonly ActionAnalysis[]): Where | null {
  if (keepers.length > 1) return null;
  const [one, two] = choices(analysis).map((square) => analysis.outcomes?.[square]);
  if (!one || !two) return null;
  const marks = [one, two].flatMap(({ lines }) => lines.map(({ mark, highest }) => `${mark}${highest}`));
  if (marks.length) return { kind: "lines", marks: [...new Set(marks)] };
  const owners = one.squares.flatMap((mark, index) =>
    mark?.[0] === two.squares[index]?.[0] ? [] : [index + 1],
  );
  return owners.length ? { kind: "owners", squares: owners } : { kind: "numbers" };
}

function fits(action: string, where: Where | null): boolean {
  return where?.kind !== "square" || squaresOf(action).includes(where.square);
}

function squaresOf(action: string): number[] {
  const read = readAction(action);
  return read.kind === "place" ? [read.a, read.b] : [read.square];
}
