/** What facts say to players: each fact is one sentence of the catalogue or a few, whole ones. */

import { other } from "../game/marks";
import { lineText, scoreText } from "../game/text";
import { list, options, points, t } from "../i18n";
import type { Letter, RulesName } from "../kernel/types";
import type { Code, Ended, Fact, FactOf, Made } from "./facts";

/** How many actions a sentence names before it only counts the rest. */
const FEW = 5;

/** The moment a value is said of: before the action, after it, or after something that was not played. */
type Moment = "before" | "now" | "after";

type Sayings = { readonly [C in Code]: (fact: FactOf<C>, rules: RulesName) => (string | null)[] };

/** The text of a fact under a rule set. */
export function sentence(fact: Fact, rules: RulesName): string {
  const say = SAYINGS[fact.code] as (fact: Fact, rules: RulesName) => (string | null)[];
  const said = say(fact, rules).filter((each) => each !== null);
  // Lines and pairs are not to be torn apart at the end of a line.
  return said.join(" ").replace(/(?<=\d)-(?=\d)/g, "\u2011");
}

const SAYINGS: Sayings = {
  "closes-cycle": ({ mark, squares, cycle, stems, chooser }) => [
    t("explain.cycle", { mark, marks: list(cycle) }),
    stems.length ? t("explain.stems", { marks: list(stems), count: stems.length }) : null,
    choice(chooser, mark, squares),
  ],
  "starts-round": ({ mark, squares, chooser }) => [t("explain.round"), choice(chooser, mark, squares)],
  outcome: ({ mark, square, lines: [first, ...more], score, value }, rules) => [
    first
      ? t("explain.outcome.line", { mark, square, ...lineValues(first) })
      : t("explain.outcome.none", { mark, square }),
    ...more.map(lineOf),
    score ? t("explain.ends", { score: scoreOf(score) }) : standing("after", value, rules),
  ],
  "every-outcome-line": ({ owner, squares }) => [t("explain.both.line", { owner, squares: dashed(squares) })],
  "every-outcome": ({ leader }) => [leader ? t("explain.both.ahead", { leader }) : t("explain.both.level")],
  settles: ({ settled: [chosen, ...rest] }) => [
    chosen ? t("explain.settles", { mark: chosen[0], square: chosen[1] }) : null,
    rest.length
      ? t("explain.settles.rest", {
          moves: list(rest.map(([mark, square]) => t("move.settle", { mark, square }))),
        })
      : null,
  ],
  "other-choice": ({ action, value }, rules) => [
    t("explain.other-choice", { square: squareOf(action) }),
    standing("after", value, rules),
  ],
  "ends-game": ({ lines, score }) => [
    lines.length ? t("explain.over", { score: scoreOf(score) }) : t("explain.over.none"),
    ...lines.map(lineOf),
  ],
  keeps: ({ actor, value }, rules) => [t("explain.keeps", { actor }), standing("now", value, rules)],
  "gives-away": ({ actor, before, after }, rules) => [
    given(actor, Math.abs(before - after)),
    standing("before", before, rules),
    standing("now", after, rules),
  ],
  "not-the-best": ({ actor, leader, best, taken }) => [
    t(actor === leader ? "explain.faster" : "explain.shorter", { actor, leader, best, count: taken }),
  ],
  "only-action": ({ actor, others }) => [t("explain.only", { actor, count: others })],
  better: ({ actions, value }, rules) => [
    ...better(actions),
    standing("after", value, rules),
  ],
  refutation: ({ by, line: [reply = "", ...rest], closes, score }) => [
    isChoice(reply)
      ? t("explain.answer.choice", { by, square: squareOf(reply) })
      : t(closes ? "explain.answer.closes" : "explain.answer", { by, reply }),
    rest.length ? t("explain.then", { line: rest.join(" ") }) : null,
    score ? t("explain.ends", { score: scoreOf(score) }) : t("explain.then.coin"),
  ],
  decides: ({ leader, placements, line, score }) => [
    t("explain.force", { leader, count: placements, line: line.join(" ") }),
    t("explain.ends", { score: scoreOf(score) }),
  ],
  "only-answer": ({ by, reply }) => [
    isChoice(reply)
      ? t("explain.only-answer.choice", { by, square: squareOf(reply) })
      : t("explain.only-answer", { by, reply }),
  ],
  threat: ({ actor, closings }) => [t("explain.threat", { actor, pairs: options(closings.slice(0, FEW)) })],
  "lines-open": ({ owner, lines }) => [t("explain.open", { owner, lines: list(lines.map(dashed)) })],
  "no-line-left": ({ owner, settled }) => [
    t(settled ? "explain.blocked" : "explain.blocked.spooky", { owner, rival: other(owner) }),
  ],
  "draw-certain": ({ settled }) => [t(settled ? "explain.draw" : "explain.draw.spooky")],
  worth: ({ value }, rules) => [standing("now", value, rules)],
};

/** Who is ahead, said as an outcome. */
function standing(moment: Moment, value: number, rules: RulesName): string {
  const values = { leader: value > 0 ? "X" : "O", points: points(Math.abs(value)) };
  const key = `explain.${moment}` as const;
  if (rules === "coin") return value === 0 ? t(`${key}.coin.level`) : t(`${key}.coin`, values);
  if (value === 0) return t(`${key}.draw`);
  return t(Math.abs(value) < 1 ? `${key}.ahead` : `${key}.win`, values);
}

function given(actor: Letter, lost: number): string {
  if (lost === 0.5) return t("explain.gives.half", { actor });
  return t("explain.gives", { actor, points: points(lost), count: lost });
}

function better(actions: readonly string[]): string[] {
  const [first = ""] = actions;
  if (isChoice(first)) return [t("explain.better.choice", { square: squareOf(first) })];
  const named = t("explain.better", { actions: options(actions.slice(0, FEW)) });
  const more = actions.length - FEW;
  return more > 0 ? [named, t("explain.better.more", { count: more })] : [named];
}

function choice(chooser: Letter | null, mark: string, [a = 0, b = 0]: readonly number[]): string {
  return chooser ? t("explain.chooser", { chooser, mark, a, b }) : t("explain.chooser.coin", { mark, a, b });
}

function lineValues([owner, squares, highest]: Made) {
  return { owner, squares: dashed(squares), highest: `${owner}${highest}` };
}

function lineOf([mark, squares, highest]: Made): string {
  return lineText({ mark, squares: squares as [number, number, number], highest });
}

function scoreOf([X, O]: Ended): string {
  return scoreText({ X, O });
}

function dashed(squares: readonly number[]): string {
  return squares.join("-");
}

function isChoice(action: string): boolean {
  return action.startsWith("@");
}

function squareOf(choice: string): string {
  return choice.slice(1);
}
