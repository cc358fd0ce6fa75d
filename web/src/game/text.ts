/** Sentences about a game: what to do, what happened, why it ended. The words are the catalogue's. */

import { points, t, type Key } from "../i18n";
import type { Letter, Line, Outcome, Replay, RulesName, Score } from "../kernel/types";
import { choices, lastSquare, measuredMark, nextMark, other, ownerOf, readAction } from "./marks";
import type { Refusal, Selection } from "./selection";
import type { Step } from "./timeline";

/** Who looks at the page: one player, both at one device, or nobody who plays. */
export type Viewer = Letter | "both" | "watch";

/** How much is said of squares and moves. */
export type Wording = "full" | "brief";

export function rulesName(rules: RulesName): string {
  return t(`rules.${rules}.name`);
}

/** Whether the viewer decides what happens next. */
export function mayAct(replay: Replay, viewer: Viewer): boolean {
  if (replay.phase === "over" || viewer === "watch") return false;
  if (replay.to_act === null) return viewer === "both";
  return viewer === "both" || viewer === replay.to_act;
}

/** The status line: whose turn it is and what they do. */
export function status(replay: Replay, viewer: Viewer, selection: Selection): string {
  if (replay.score) return resultTitle(replay.score);
  const mine = mayAct(replay, viewer);
  const actor = replay.to_act ?? "";
  if (replay.phase === "measure") {
    const mark = measuredMark(replay) ?? "";
    if (replay.to_act === null) return t(mine ? "status.coin" : "status.coin.wait", { mark });
    const [a, b] = choices(replay);
    const key: Key = replay.cycle ? "status.choose" : "status.choose.round";
    return t(mine ? key : `${key}.wait`, { actor, mark, a: a ?? "", b: b ?? "", closer: ownerOf(mark) });
  }
  const mark = nextMark(replay);
  if (!mine) return t("status.place.wait", { actor, mark });
  const last = lastSquare(replay);
  if (last !== null) return t("status.last", { mark, square: last });
  if (selection.step === "half") return t("status.second", { mark });
  if (selection.step === "pair") return t("status.pair", { mark, a: selection.first, b: selection.second });
  return t("status.first", { mark });
}

/** Who chooses when a placement closes a cycle, said to the one who is about to place. */
export function closingWarning(replay: Replay): string {
  const closer = replay.to_act ?? "X";
  if (replay.rules === "closer-chooses") return t("warning.closer");
  if (replay.rules === "coin") return t("warning.coin");
  return t("warning.other", { chooser: other(closer) });
}

export function refusalText(refusal: Refusal): string {
  return t(`refusal.${refusal.reason}`, { ...refusal });
}

/** What an action did, in one sentence, or as short as the move list has it. */
export function happened(step: Step, before: Replay, wording: Wording = "full"): string {
  if (wording === "brief") return t("happened.brief", { action: shortAction(step) });
  const action = readAction(step.action);
  const actor = step.actor ?? t("actor.coin");
  if (action.kind === "place") {
    const key: Key = before.closing.includes(step.action) ? "happened.closed" : "happened.placed";
    return t(key, { actor, mark: step.mark, a: action.a, b: action.b });
  }
  if (!step.action.startsWith("@")) return t("happened.last", { mark: step.mark, square: action.square });
  return t("happened.settled", { actor, mark: step.mark, square: action.square });
}

/** The move list's short form of an action. */
export function shortAction({ action, mark }: Pick<Step, "action" | "mark">): string {
  const read = readAction(action);
  if (read.kind === "place") return t("move.place", { mark, a: read.a, b: read.b });
  return t("move.settle", { mark, square: read.square });
}

/** An action that is on its way to the server. */
export function sendingText(replay: Replay, action: string): string {
  const mark = measuredMark(replay) ?? nextMark(replay);
  return t("status.sending", { action: shortAction({ action, mark }) });
}

/** One reason a settled mark, in causal order. */
export function reasons(before: Replay, outcome: Outcome): string[] {
  return outcome.settled.map(({ mark, square }, index) => {
    const away = before.spooky.find((pair) => pair.mark === mark)?.squares.find((each) => each !== square);
    if (index === 0 || away === undefined) return t("settled.chosen", { mark, square });
    return t("settled.forced", { mark, square, away });
  });
}

export function lineText(line: Line): string {
  return t("line", {
    owner: line.mark,
    squares: line.squares.join("-"),
    mark: `${line.mark}${line.highest}`,
  });
}

/** What an outcome leads to: its lines and the score, or that the game goes on. */
export function outcomeText(outcome: Outcome): string {
  const lines = outcome.lines.map(lineText);
  if (outcome.score) {
    const score = scoreText(outcome.score);
    return lines.length ? `${lines.join(" ")} ${score}` : `${t("outcome.full")} ${score}`;
  }
  return [...lines, t(lines.length ? "outcome.on" : "outcome.none")].join(" ");
}

export function scoreText(score: Score): string {
  return t("score", { x: points(score.X), o: points(score.O) });
}

export function resultTitle(score: Score): string {
  return `${winnerText(score)} ${scoreText(score)}`;
}

/** Who has more points. */
export function winnerText(score: Score): string {
  if (score.X === score.O) return t("result.draw");
  return t("result.win", { winner: score.X > score.O ? "X" : "O" });
}

/** Why the game ended as it did, sentence by sentence. */
export function resultReasons(replay: Replay): string[] {
  const { lines, score } = replay;
  const [first] = lines;
  if (!score) return [];
  if (!first) return [t(replay.squares.includes(null) ? "result.stuck" : "result.no-line")];
  const sentences = lines.map(lineText);
  const rival = lines.find((line) => line.mark !== first.mark);
  const values = {
    winner: first.mark,
    loser: other(first.mark),
    low: first.highest,
    high: rival?.highest ?? lines[1]?.highest ?? first.highest,
    points: points(score[first.mark]),
    half: points(score[other(first.mark)]),
  };
  if (rival) sentences.push(t(values.half === "0" ? "result.earlier.single" : "result.earlier", values));
  else if (lines.length === 1) sentences.push(t("result.one", values));
  else sentences.push(t(score[first.mark] > 1 ? "result.two.more" : "result.two", values));
  if (replay.spooky.length) sentences.push(t("result.spooky", { count: replay.spooky.length }));
  return sentences;
}
