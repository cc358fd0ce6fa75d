/** What a review says: verdicts, costs and the summary of a side. */

import { at, type Timeline } from "../../game/timeline";
import { measuredMark, nextMark } from "../../game/marks";
import { tally, type Graded } from "../../game/review";
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

/** What an action would give away. */
export function wrongText(move: string, cost: number): string {
  if (cost === 0.5) return t("review.try.wrong.half", { move });
  return t("review.try.wrong", { move, points: points(cost), count: cost });
}

/** An action as the move list writes it. */
export function moveText(before: Replay, action: string): string {
  return shortAction({ action, mark: measuredMark(before) ?? nextMark(before) });
}

/** Why nothing was decided by an action, or at the start. */
export function undecidedText(line: Timeline, ply: number): string {
  if (ply === 0) return t("review.verdict.start");
  return t(at(line, ply - 1).to_act === null ? "review.verdict.coin" : "review.verdict.forced");
}

/** One line about a side's decisions, all of them; `you` when the reader played it. */
export function summaryText(actor: Letter, graded: readonly Graded[], you: boolean): string {
  const { decisions, mistakes, lost } = tally(graded.filter((each) => each.actor === actor));
  const [first, second] = mistakes;
  if (decisions === 0) return t("review.none");
  if (!first) return t(you ? "review.perfect.you" : "review.perfect", { actor, count: decisions });
  const values = { actor, points: points(lost), move: shortAction(first) };
  if (!second) return t(you ? "review.once.you" : "review.once", values);
  return t(you ? "review.more.you" : "review.more", { ...values, mistakes: mistakes.length, decisions });
}
