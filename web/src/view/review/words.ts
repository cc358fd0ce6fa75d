/** What a review says: verdicts, costs and the summary of a side. */

import { at, steps, type Timeline } from "../../game/timeline";
import { measuredMark, nextMark } from "../../game/marks";
import { isMistake, tally, type Attempt, type Graded } from "../../game/review";
import { shortAction } from "../../game/text";
import { points, t } from "../../i18n";
import type { Letter, Replay } from "../../kernel/types";

/** A decision in a word or two: what it did, or what it cost. */
export function verdictText({ verdict, kind, cost }: Graded): string {
  const of = kind === "measurement" ? "choice." : "";
  if (verdict !== "cost") return t(`review.verdict.${of}${verdict}`);
  if (cost === 0.5) return t(`review.verdict.${of}cost.half`);
  return t(`review.verdict.${of}cost`, { points: points(cost), count: cost });
}

/** Why a try is no answer; `played`: it is what was played in the game. */
export function wrongText(move: string, cost: number, played: boolean): string {
  if (played) return t("review.try.same", { move });
  if (cost === 0.5) return t("review.try.wrong.half", { move });
  return t("review.try.wrong", { move, points: points(cost), count: cost });
}

/** An action as the move list writes it. */
export function moveText(before: Replay, action: string): string {
  return shortAction({ action, mark: measuredMark(before) ?? nextMark(before) });
}

/** What is said of the game or of a move of it. */
export interface Talk {
  /** The move that is talked about. */
  readonly title: string | null;
  readonly says: readonly string[];
  readonly tone: "good" | "even" | "bad";
}

/** About the move that led to a position, graded if somebody decided it and it has been worked out. */
export function stepTalk(line: Timeline, ply: number, graded: Graded | null): Talk {
  const step = steps(line)[ply - 1];
  if (!step) return { title: null, says: [t("review.verdict.start")], tone: "even" };
  const title = shortAction(step);
  if (graded) return { title, says: [verdictText(graded)], tone: isMistake(graded) ? "bad" : "good" };
  return { title, says: [t(step.actor === null ? "review.verdict.coin" : "review.verdict.forced")], tone: "even" };
}

/** About a mistake that is tried again. */
export function attemptTalk(line: Timeline, { decision, played, found }: Attempt): Talk {
  const { actor, kind, ply } = decision;
  if (played !== null) {
    const move = moveText(at(line, ply - 1), played);
    return { title: null, says: [t(found ? "review.try.right" : "review.try.answer", { move })], tone: "good" };
  }
  const key = kind === "measurement" ? "review.try.task.choice" : "review.try.task";
  return { title: null, says: [t(key, { actor, move: shortAction(decision) })], tone: "even" };
}

/** How a summary is meant: to the player, about the player, or as short as beside the other side's. */
export type Voice = "you" | "they" | "brief";

/** One line about all decisions of a side. */
export function summaryText(actor: Letter, graded: readonly Graded[], voice: Voice): string {
  const { decisions, mistakes, lost } = tally(graded.filter((each) => each.actor === actor));
  const [first, second] = mistakes;
  const you = voice === "you";
  if (decisions === 0) return t("review.none", { actor });
  if (!first) return t(you ? "review.perfect.you" : "review.perfect", { actor, count: decisions });
  const values = { actor, points: points(lost), count: lost, mistakes: mistakes.length, decisions };
  if (!second && voice !== "brief") {
    const move = shortAction(first);
    if (lost === 0.5) return t(you ? "review.once.half.you" : "review.once.half", { ...values, move });
    return t(you ? "review.once.you" : "review.once", { ...values, move });
  }
  if (lost === 0.5) return t("review.more.half", values);
  return t(you ? "review.more.you" : "review.more", values);
}
