/** What is said about puzzles: the task, why an answer is wrong, and the result to share. */

import { measuredMark, nextMark, readAction } from "../game/marks";
import { points, t } from "../i18n";
import type { Analysis, Letter, Replay } from "../kernel/types";
import { answers, type Puzzle } from "./collection";
import type { Tries } from "./progress";

/** The task of a puzzle in one sentence. */
export function task(puzzle: Puzzle, start: Replay): string {
  const side = start.to_act ?? "";
  const mark = measuredMark(start) ?? "";
  return t(`puzzles.task.${puzzle.kind}`, { side, mark, count: puzzle.placements ?? 0 });
}

/** An action by its mark and squares. */
export function actionName(replay: Replay, action: string): string {
  const read = readAction(action);
  if (read.kind === "place") return t("move.place", { mark: nextMark(replay), a: read.a, b: read.b });
  return t("move.settle", { mark: measuredMark(replay) ?? nextMark(replay), square: read.square });
}

/** Why an action is not the answer: what it leads to at perfect play. */
export function wrongText(puzzle: Puzzle, before: Analysis, action: string): string {
  const found = before.actions.find((each) => each.action === action);
  const name = actionName(before, action);
  if (puzzle.kind === "win" && found?.class === "holds") {
    return t("puzzles.slow", { action: name, count: found.distance ?? 0, least: before.distance ?? 0 });
  }
  return `${t("puzzles.wrong", { action: name })} ${leadsTo(found?.value ?? 0, before.to_act)}`;
}

/** What perfect play leads to, said to the side that has just acted. */
function leadsTo(value: number, actor: Letter | null): string {
  if (value === 0) return t("puzzles.then.draw");
  const winner = value > 0 ? "X" : "O";
  const key = winner === actor ? "puzzles.then.only" : "puzzles.then.loses";
  return t(key, { winner, points: points(Math.abs(value)) });
}

/** The other right answers. */
export function asGood(puzzle: Puzzle, before: Analysis, action: string): string[] {
  return answers(puzzle.kind, before)
    .filter((each) => each !== action)
    .map((each) => actionName(before, each));
}

/** How it went. */
export function triesText(tries: Tries): string {
  return tries === 0 ? t("puzzles.shown") : t("puzzles.solved", { count: tries });
}

/** A result to show to others, which tells nothing of the answer. */
export function shareText(puzzle: Puzzle, date: string, tries: Tries, link: string): string {
  const signs = tries === 0 ? "✗" : `${"✗".repeat(Math.min(tries - 1, 9))}✓`;
  return [t("puzzles.share.text", { date, grade: puzzle.grade }), `${signs} ${triesText(tries)}`, link].join("\n");
}
