/** The puzzles on offer, what each kind asks, and which actions are right. Pure values. */

import lines from "virtual:puzzles";

import type { Analysis } from "../kernel/types";

/** `draw`: the one move that keeps it; `win`: by force; `choice`: of an outcome; `loop`: better not closed. */
export const KINDS = ["draw", "win", "choice", "loop"] as const;
/** From easy to hard. */
export const GRADES = [1, 2, 3, 4, 5] as const;

export type Kind = (typeof KINDS)[number];

export interface Puzzle {
  readonly id: string;
  readonly kind: Kind;
  readonly grade: number;
  /** The text of the position in question, under the rule set `standard`. */
  readonly position: string;
  /** In how many placements, both sides' counted, a win is to be had; null for the other kinds. */
  readonly placements: number | null;
}

export const PUZZLES: readonly Puzzle[] = lines.split("\n").map((line) => {
  const [id = "", grade, position = "", placements] = line.split(" ");
  const kind = KINDS.find((each) => id.startsWith(each)) ?? "draw";
  return { id, kind, grade: Number(grade), position, placements: placements ? Number(placements) : null };
});

export function findPuzzle(id: string): Puzzle | null {
  return PUZZLES.find((puzzle) => puzzle.id === id) ?? null;
}

/** All right actions in an analysed position: a win has to be the quickest, else all that keeps the value is right. */
export function answers(kind: Kind, analysis: Analysis): string[] {
  const right = new Set(kind === "win" ? ["best"] : ["best", "holds"]);
  return analysis.actions.filter((each) => right.has(each.class)).map((each) => each.action);
}
