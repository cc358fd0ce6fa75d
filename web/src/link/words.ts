/** Sentences about a game by link: its terms, its players, their offers, and why it ended. */

import { other } from "../game/marks";
import { rulesName } from "../game/text";
import { points, t, type Key } from "../i18n";
import type { Letter, Score } from "../kernel/types";
import type { Terms } from "./api";
import { readControl, type Span } from "./clock";
import type { End, GameEvent, GameState, Matter, Offer, Role, Whereabouts } from "./protocol";

/** What the players agreed to, a phrase each. */
export function termsTexts({ rules, clock, takebacks }: Terms): string[] {
  return [rulesName(rules), controlText(clock), t(`takebacks.${takebacks}.terms`)];
}

/** A time control in words; null is no clock. */
export function controlText(clock: string | null): string {
  if (clock === null) return t("clock.none");
  const control = readControl(clock);
  if (control.kind === "days") return t("clock.days", { count: control.days });
  const { seconds, increment } = control;
  const time =
    seconds < 60
      ? t("time.seconds", { count: seconds })
      : t("time.minutes", { count: Math.round(seconds / 6) / 10 });
  return increment ? t("clock.game", { time, increment }) : t("clock.plain", { time });
}

/** A span as a clock shows it. */
export function spanText(span: Span): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  switch (span.unit) {
    case "days":
      return t("clock.span.days", { days: span.days, hours: span.hours });
    case "hours":
      return t("clock.span.hours", { ...span, minutes: two(span.minutes), seconds: two(span.seconds) });
    case "minutes":
      return t("clock.span.minutes", { minutes: span.minutes, seconds: two(span.seconds) });
    case "tenths":
      return t("clock.span.tenths", { seconds: span.seconds, tenths: span.tenths });
  }
}

/** A duration in the largest unit that fits. */
export function durationText(time: number): string {
  const seconds = Math.round(time / 1000);
  if (seconds < 60) return t("time.seconds", { count: seconds });
  if (seconds < 3600) return t("time.minutes", { count: Math.floor(seconds / 60) });
  if (seconds < 86_400) return t("time.hours", { count: Math.floor(seconds / 3600) });
  return t("time.days", { count: Math.floor(seconds / 86_400) });
}

/** Where somebody is; `ago` in milliseconds when it is known since when. */
export function whereText(side: Letter, where: Whereabouts, ago: number | null): string {
  if (where === "here") return t("where.here.long", { side });
  // Fine steps would only make the line flicker.
  if (ago === null || ago < 10_000) return t(`where.${where}.long`, { side });
  const steps = ago < 60_000 ? Math.floor(ago / 10_000) * 10_000 : ago;
  return t(`where.${where}.since`, { side, time: durationText(steps) });
}

export function offerText({ what, seat }: Offer, role: Role): string {
  if (seat === role) return t(`offer.${what}.mine`, { side: other(seat) });
  return t(`offer.${what}`, { side: seat });
}

/** An event that no other part of the page tells; null for the rest. */
export function newsText({ seat, kind, what }: GameEvent, state: GameState, role: Role): string | null {
  if (seat !== "X" && seat !== "O") return null;
  if (kind === "join") return t("news.join", { side: seat });
  if (kind === "token") return role === seat ? t("news.token") : null;
  if (kind === "accept" && what === "takeback") return t("news.agreed", { side: seat, owner: other(seat) });
  if (kind === "offer" && what === "takeback" && state.takebacks === "free") {
    return t("news.takeback", { side: seat });
  }
  if (kind === "decline") return t("news.decline", { side: seat, matter: t(`matter.${what as Matter}`) });
  return null;
}

/** What was said, with the letter of who said it. */
export function speechText({ seat, what }: GameEvent): string {
  return t("say.line", { side: seat, words: t(`say.${what}` as Key) });
}

/** Why a game that did not end on the board is over, to one of its players or to a watcher. */
export function endText({ by, seat, score }: End, role: Role): string {
  if (by === "board" || seat === null) return "";
  if (by === "agreement") return t("end.agreement");
  const claimed = score.X === score.O ? "end.absence.draw" : "end.absence";
  const key: Key = by === "absence" ? claimed : `end.${by}`;
  return t(role === seat ? `${key}.you` : key, { side: seat, other: other(seat) });
}

/** The points of a series so far, by player and not by letter; empty before its first game is over. */
export function matchText({ match, end }: GameState, role: Role): string {
  const games = match.games + (end ? 1 : 0);
  if (match.games === 0) return "";
  const sum: Score = { X: match.X + (end?.score.X ?? 0), O: match.O + (end?.score.O ?? 0) };
  const [first, second] = role === "watch" ? (["X", "O"] as const) : ([role, other(role)] as const);
  return t(role === "watch" ? "match.sides" : "match.mine", {
    a: points(sum[first]),
    b: points(sum[second]),
    count: games,
  });
}
