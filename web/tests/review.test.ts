import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { answers, costOf, decisions, grade, questions, readSide, reviewAddress, tally, upTo } from "../src/game/review";
import { at, type Timeline } from "../src/game/timeline";
import { loadAnalyst } from "../src/kernel/solve";
import type { Analysis, RulesName } from "../src/kernel/types";
import { attemptTalk, stepTalk, summaryText, verdictText, wrongText } from "../src/view/review/words";
import { game } from "./kernel";

const analyst = await loadAnalyst(readFileSync(new URL("../src/kernel/kernel.wasm", import.meta.url)));

const analyses = new Map<string, Analysis>();

/** The decisions of a game, graded by the solver, from one on. */
function review(text: string, rules: RulesName = "standard", first = 1) {
  const line = game(text, rules);
  const analysisOf = (ply: number): Analysis => {
    const { position } = at(line, ply);
    const found = analyses.get(rules + position) ?? analyst.analyze(rules, position, "full");
    analyses.set(rules + position, found);
    return found;
  };
  const graded = decisions(line)
    .filter(({ ply }) => ply >= first)
    .toReversed()
    .map((each) => grade(each, analysisOf(each.ply - 1)));
  return { line, analysisOf, graded: graded.reverse() };
}

const plies = (line: Timeline): number[] => decisions(line).map(({ ply }) => ply);

/** X3 gives half a point away, and the last choice of O a draw. */
const MIXED = "1-9 5-9 4-9 6-9 1-9 @1 3-7 3-7 @7";
/** The last choice of X turns a win into a loss. */
const TURNED = "3-7 1-3 3-7 @3 5-9 5-9 @9 2-4 4-8 4-8 @8";
const PERFECT = "1-9 1-3 1-3 @1 5-7 5-7 @7 2-8 2-4 2-4 @2";

describe("decisions", () => {
  it("tell placing and measuring apart, with who decided", () => {
    expect(decisions(game("1-2 1-2 @1 3-4")).map(({ actor, kind, mark }) => [actor, kind, mark])).toEqual([
      ["X", "placement", "X1"],
      ["O", "placement", "O2"],
      ["X", "measurement", "O2"],
      ["X", "placement", "X3"],
    ]);
  });

  it("are none where the action was forced, or a coin fell", () => {
    expect(plies(game("1-5 1-9 4-5 2-3 3-5 7-9 6-7 1-5 @5 8-8"))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(plies(game("1-2 1-2 @1 3-4", "coin"))).toEqual([1, 2, 4]);
    expect(plies(game("1-2 1-2 @1 3-4", "closer-chooses"))).toEqual([1, 2, 3, 4]);
  });

  it("are asked about from the end", () => {
    expect(questions(game("1-9 1-5 5-9")).map(({ ply }) => ply)).toEqual([2, 1, 0]);
  });
});

// The earliest positions take a second or two.
describe("grades", { timeout: 60_000 }, () => {
  it("are those of the exact values", () => {
    const { graded, analysisOf } = review(MIXED);
    for (const each of graded) {
      const { value, actions } = analysisOf(each.ply - 1);
      const after = actions.find(({ action }) => action === each.action)?.value ?? Number.NaN;
      expect(each.cost).toBe(Math.abs(value - after));
      expect(each.cost > 0).toBe(["win", "draw", "cost"].includes(each.verdict));
      const keeping = actions.filter((action) => action.class !== "loses").length;
      expect(each.verdict === "only").toBe(each.cost === 0 && keeping === 1);
      expect(each.verdict === "any").toBe(keeping === actions.length);
    }
  });

  it("tell a win and a draw given away from mere points", () => {
    // The empty board is worth ½ to X, and only two opposite corners keep it.
    const [first, second] = review("1-5 1-3").graded;
    expect([first?.verdict, first?.cost]).toEqual(["win", 0.5]);
    expect(first && verdictText(first)).toBe("Gave the win away");
    expect(second && [second.verdict, second.cost, verdictText(second)]).toEqual(["kept", 0, "Kept everything"]);
    const third = review("1-5 1-9").graded[1];
    expect(third && [third.verdict, verdictText(third)]).toEqual(["draw", "Gave the draw away"]);
  });

  it("say of a measurement what the other collapse would have brought", () => {
    const last = (text: string) => {
      const choice = review(text).graded.at(-1);
      return choice && [choice.kind, choice.actor, choice.cost, verdictText(choice)];
    };
    expect(last(MIXED)).toEqual(["measurement", "O", 1, "The other collapse drew"]);
    expect(last(TURNED)).toEqual(["measurement", "X", 2, "The other collapse won"]);
    // The two collapses mirror each other.
    expect(last("1-3 1-3 @1")?.[3]).toBe("Both choices were as good");
    const { graded } = review(PERFECT);
    expect(graded.map(({ cost }) => cost)).toEqual(graded.map(() => 0));
  });

  it("call nothing a win under a coin", () => {
    const { graded } = review("1-2 3-4 5-6 1-2 @1 5-7 3-8", "coin", 6);
    expect(graded.some(({ cost }) => cost > 0 && cost < 0.5)).toBe(true);
    expect(graded.every(({ verdict }) => verdict !== "win" && verdict !== "draw")).toBe(true);
  });

  it("accept every action that gives nothing away, and no other", () => {
    const { analysisOf } = review("1-5");
    expect(answers(analysisOf(0))).toEqual(["1-9", "3-7"]);
    expect(costOf(analysisOf(0), "1-2")).toBe(0.5);
    // What keeps the value but not the distance is as good an answer.
    const slow = analyst.analyze("standard", "8.9.3.1.57", "full");
    expect(slow.actions.find(({ action }) => action === "2-4")?.class).toBe("holds");
    expect(answers(slow)).toContain("2-4");
    expect(() => costOf(analysisOf(0), "@1")).toThrow(RangeError);
  });
});

describe("a try", { timeout: 60_000 }, () => {
  it("stands in place of what was played", () => {
    const { line } = review(MIXED);
    expect(upTo(line, 2, null).actions).toEqual(["1-9", "5-9"]);
    const other = game("1-9 5-9 3-4");
    const replay = other.replays[3];
    if (!replay) throw new Error("no position");
    expect(upTo(line, 2, { action: "3-4", replay })).toEqual(other);
  });

  it("is talked about without the answer, then with it", () => {
    const { line, graded } = review("1-5");
    const [decision] = graded;
    if (!decision) throw new Error("no decision");
    const asked = attemptTalk(line, { decision, played: null, found: false });
    expect(asked.says).toEqual(["X played X1 in 1, 5. Find something better."]);
    expect(attemptTalk(line, { decision, played: "1-9", found: true }).says).toEqual([
      "Right: X1 in 1, 9 gives nothing away.",
    ]);
    expect(attemptTalk(line, { decision, played: "1-9", found: false }).says).toEqual(["The answer: X1 in 1, 9."]);
    expect(wrongText("X1 in 1, 2", 0.5, false)).toBe("X1 in 1, 2 would give half a point away. Try again.");
    expect(wrongText("X1 in 1, 2", 1.5, false)).toContain("1½ points");
    expect(wrongText("X1 in 1, 5", 0.5, true)).toContain("is what was played");
  });
});

describe("the summary", { timeout: 60_000 }, () => {
  it("says what was given away, once, more often, or never", () => {
    const { graded } = review("1-5 1-3");
    expect(summaryText("X", graded, "you")).toBe(
      "You gave half a point away once, at X1 in 1, 5; everything else was perfect.",
    );
    expect(summaryText("X", graded, "brief")).toBe("X gave half a point away in 1 of 1 decisions.");
    expect(summaryText("O", graded, "they")).toBe("O had 1 decision and gave nothing away: perfect.");
    expect(summaryText("O", review("1-5").graded, "they")).toBe("O had nothing to decide.");
    const worse = review("1-4 1-3 5-8 1-8 3-6 2-4 5-8 @5").graded;
    const { mistakes, lost, decisions: count } = tally(worse.filter(({ actor }) => actor === "X"));
    expect(mistakes.length).toBeGreaterThan(1);
    expect(summaryText("X", worse, "they")).toBe(
      `X gave ${String(lost)} points away in ${String(mistakes.length)} of ${String(count)} decisions.`,
    );
  });

  it("has words for moves that nobody decided", () => {
    const coin = game("1-2 1-2 @1", "coin");
    expect(stepTalk(coin, 3, null).says).toEqual(["A coin decided this."]);
    expect(stepTalk(coin, 0, null)).toEqual({ title: null, says: ["The start of the game."], tone: "even" });
    const forced = game("1-5 1-9 4-5 2-3 3-5 7-9 6-7 1-5 @5 8-8");
    expect(stepTalk(forced, 10, null).says).toEqual(["Nothing to decide: it was the only possibility."]);
  });
});

it("has an address that says whose decisions it is about", () => {
  const address = reviewAddress({ rules: "coin", start: "-", actions: ["1-9", "1-5"], ply: null }, "O");
  expect(address).toBe("/review#game=1-9,1-5&rules=coin&side=O");
  expect(readSide(address.slice(address.indexOf("#")))).toBe("O");
  expect(readSide("#game=1-9&side=Z")).toBeNull();
});
