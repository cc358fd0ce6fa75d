/** Explanations: from the analysis of a position and an action to the facts about it, as `teach/explain.py` finds them. */

import { measuredMark } from "../game/marks";
import type { ActionAnalysis, Analysis, Kernel, Letter, Line, Outcome, Replay, Score } from "../kernel/kernel";
import type { Ended, Fact, Made } from "./facts";
import { isDecided, openLines, threats } from "./prospects";

const LETTERS: readonly Letter[] = ["X", "O"];

/** Whether the solver has to be asked first: for the values of both outcomes of the position after the action. */
export function needsOutcomes({ outcomes }: Replay): boolean {
  return outcomes !== null && Object.values(outcomes).some(({ score }) => score === null);
}

/**
 * What is to be said about an action: what it does, what it is worth and why, what it leaves.
 *
 * `analysis` is of the position before it, at depth `full`; `outcomes` of the position after it when `needsOutcomes`,
 * at any depth. Throws KernelError when the rules refuse the action.
 */
export function explain(
  kernel: Kernel,
  analysis: Analysis,
  action: string,
  outcomes: Analysis | null = null,
): Fact[] {
  const following = kernel.play(analysis.rules, analysis.position, action);
  const found = analysis.actions.find((each) => each.action === action);
  if (!found) throw new RangeError(`the analysis knows no ${action}`);
  return [
    ...deed(analysis, action, following, outcomes),
    ...worth(kernel, analysis, found, following),
    ...prospects(analysis, following),
  ];
}

/** What the action does on the board. */
function* deed(
  position: Analysis,
  action: string,
  following: Replay,
  outcomes: Analysis | null,
): Generator<Fact> {
  const chosen = position.outcomes?.[action.slice(1)];
  if (chosen) {
    yield { code: "settles", settled: chosen.settled.map(({ mark, square }) => [mark, square] as const) };
    const other = position.actions.find((each) => each.action !== action);
    if (position.to_act && other) yield { code: "other-choice", action: other.action, value: other.value };
  } else if (following.outcomes) yield* measurement(following, outcomes);
  if (following.score) yield { code: "ends-game", lines: made(following.lines), score: ended(following.score) };
}

/** What there is to choose from. */
function* measurement(pending: Replay, analysis: Analysis | null): Generator<Fact> {
  const mark = measuredMark(pending) ?? "";
  const squares = pending.spooky.find((pair) => pair.mark === mark)?.squares ?? [];
  const { cycle, stems, to_act: chooser } = pending;
  if (cycle && stems) yield { code: "closes-cycle", mark, squares, cycle, stems, chooser };
  else yield { code: "starts-round", mark, squares, chooser };
  const both = Object.entries(pending.outcomes ?? {}).map(([square, outcome]) => {
    const value = analysis?.actions.find((each) => each.action === `@${square}`)?.value;
    return { square: Number(square), outcome, value: valueOf(outcome, value) };
  });
  for (const { square, outcome, value } of both) {
    const score = outcome.score && ended(outcome.score);
    yield { code: "outcome", mark, square, lines: made(outcome.lines), score, value };
  }
  const [first, second] = both.map(({ outcome }) => outcome.lines);
  const common = (first ?? []).filter((line) => second?.some((other) => nameOf(other) === nameOf(line)));
  for (const line of common.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))) {
    yield { code: "every-outcome-line", owner: line.mark, squares: line.squares };
  }
  const leaders = new Set(both.map(({ value }) => leaderOf(value)));
  const [leader] = leaders;
  if (leaders.size === 1 && leader !== undefined) yield { code: "every-outcome", leader };
}

/** What the action is worth to its player, and why. */
function* worth(kernel: Kernel, analysis: Analysis, found: ActionAnalysis, following: Replay): Generator<Fact> {
  const actor = analysis.to_act;
  if (actor === null) {
    if (!following.score) yield { code: "worth", value: found.value };
    return;
  }
  const keeping = analysis.actions.filter((each) => each.class !== "loses");
  if (found.class === "loses") {
    yield { code: "gives-away", actor, before: analysis.value, after: found.value };
    yield { code: "better", actor, actions: keeping.map((each) => each.action), value: analysis.value };
  } else {
    yield { code: "keeps", actor, value: found.value };
    const leader = leaderOf(found.value);
    const { distance: best } = analysis;
    if (leader && found.class === "holds" && best !== null && found.distance !== null) {
      yield { code: "not-the-best", actor, leader, best, taken: found.distance };
    }
    const others = analysis.actions.length - 1;
    if (keeping.length === 1 && others) yield { code: "only-action", actor, others };
  }
  if (!following.score) yield* continuation(kernel, analysis, found, following);
}

/** Where the game goes from here when both play their best. */
function* continuation(
  kernel: Kernel,
  position: Analysis,
  found: ActionAnalysis,
  following: Replay,
): Generator<Fact> {
  const answered = following.to_act === position.to_act ? null : following.to_act;
  const leader = leaderOf(found.value);
  const [reply, ...rest] = found.line.slice(1);
  const score = endOf(kernel, position, found.line);
  if (answered && reply !== undefined && found.class === "loses") {
    const closes = following.closing.includes(reply);
    yield { code: "refutation", by: answered, line: [reply, ...rest], closes, score };
  } else if (score && leader && found.distance !== null) {
    yield { code: "decides", leader, placements: found.distance, line: found.line, score };
  }
  if (answered && reply !== undefined && found.replies === 1 && following.legal.length > 1) {
    yield { code: "only-answer", by: answered, reply };
  }
}

/** What is left to hope for. */
function* prospects(position: Replay, following: Replay): Generator<Fact> {
  if (following.score) return;
  const left = { X: openLines(following, "X"), O: openLines(following, "O") };
  if (!left.X.length && !left.O.length) {
    yield { code: "draw-certain", settled: isDecided(following, "X") && isDecided(following, "O") };
  } else {
    for (const owner of LETTERS) {
      if (left[owner].length || !openLines(position, owner).length) continue;
      yield { code: "no-line-left", owner, settled: isDecided(following, owner) };
    }
  }
  if (position.phase === "measure") {
    for (const owner of LETTERS) {
      if (left[owner].length) yield { code: "lines-open", owner, lines: left[owner] };
    }
  }
  const actor = position.to_act;
  if (actor === null) return;
  for (const { squares, closings } of threats(following, actor)) {
    yield { code: "threat", actor, closings, squares };
  }
}

/** The score in which a line of best play ends; null when a coin has to decide on the way. */
function endOf(kernel: Kernel, start: Replay, line: readonly string[]): Ended | null {
  const end = line.reduce((position, action) => kernel.play(start.rules, position, action).position, start.position);
  const { score } = kernel.read(start.rules, end);
  return score && ended(score);
}

function valueOf({ score }: Outcome, value: number | undefined): number {
  if (score) return score.X - score.O;
  if (value === undefined) throw new RangeError("the values of both outcomes are to be asked for first");
  return value;
}

function leaderOf(value: number): Letter | null {
  return value > 0 ? "X" : value < 0 ? "O" : null;
}

function nameOf({ mark, squares }: Line): string {
  return `${mark} ${squares.join(" ")}`;
}

function made(lines: readonly Line[]): Made[] {
  return lines.map(({ mark, squares, highest }) => [mark, squares, highest] as const);
}

function ended({ X, O }: Score): Ended {
  return [X, O];
}
