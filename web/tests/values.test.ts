import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { badgesOf, bestOf, byValue, positionText, shortValue, tone, valueText } from "../src/game/values";
import { loadAnalyst } from "../src/kernel/solve";
import type { RulesName } from "../src/kernel/types";
import { after } from "./kernel";

const analyst = await loadAnalyst(readFileSync(new URL("../src/kernel/kernel.wasm", import.meta.url)));

function analysis(game: string, rules: RulesName = "standard") {
  return analyst.analyze(rules, after(game, rules).position, "full");
}

it("says values as outcomes, with the distance in placements", () => {
  expect(valueText(1, null, false)).toBe("X wins by 1");
  expect(valueText(-1, 1, false)).toBe("O wins by 1 in 1 placement");
  expect(valueText(0.5, 8, false)).toBe("X is ahead by ½ in 8 placements");
  expect(valueText(-0.5, null, false)).toBe("O is ahead by ½");
  expect(valueText(1.5, 4, false)).toBe("X wins by 1½ in 4 placements");
  expect(valueText(0, null, false)).toBe("A draw");
  // A whole point that is sure is a win; one on average is not.
  expect(valueText(13 / 32, null, true)).toBe("X is ahead by 0.41 on average");
  expect(valueText(-1, null, true)).toBe("O is ahead by 1 on average");
  expect(valueText(0, null, true)).toBe("Even on average");
  expect([1, -0.5, 0, 13 / 32].map(shortValue)).toEqual(["X 1", "O ½", "=", "X 0.41"]);
});

it("knows what is good for whom", () => {
  expect([tone(0.5, "X"), tone(0.5, "O"), tone(0, "O"), tone(1, null)]).toEqual(["good", "bad", "even", "even"]);
});

it("groups actions by value, the best for the side to act first", () => {
  const measured = analysis("1-4 1-5 4-8 1-8");
  expect(positionText(measured)).toBe("X wins by 1 in 5 placements");
  expect(byValue(measured.actions).map(({ value, actions }) => [value, actions.map(({ action }) => action)])).toEqual([
    [1, ["@8"]],
    [0, ["@1"]],
  ]);
  expect(bestOf(measured).map(({ action }) => action)).toEqual(["@8"]);
  const reply = analysis("1-3");
  // From the table of first moves: 26 replies of O give X 1, nine ½, and one alone holds the draw.
  expect(byValue(reply.actions).map(({ value, actions }) => [value, actions.length])).toEqual([
    [0, 1],
    [0.5, 9],
    [1, 26],
  ]);
  expect(bestOf(reply).map(({ action }) => action)).toEqual(["2-5"]);
});

it("writes the best pair on each square, and then the pairs with the half that is selected", () => {
  const reply = analysis("1-3");
  const none = badgesOf(reply, reply.actions, { step: "none" });
  expect(none.size).toBe(9);
  expect(none.get(5)).toEqual({ text: "=", label: "A draw.", tone: "even" });
  expect(none.get(1)?.tone).toBe("bad");
  const half = badgesOf(reply, reply.actions, { step: "half", first: 2 });
  expect(half.has(2)).toBe(false);
  expect(half.get(5)?.text).toBe("=");
  expect(half.get(8)?.text).toMatch(/^X /);
  const pair = badgesOf(reply, reply.actions, { step: "pair", first: 2, second: 8 });
  expect(pair).toEqual(half);
  const measured = analysis("1-4 1-5 4-8 1-8");
  expect([...badgesOf(measured, measured.actions, { step: "none" })].map(([square, { text }]) => [square, text])).toEqual([
    [8, "X 1"],
    [1, "="],
  ]);
  // Only the best are told when only they are given.
  expect([...badgesOf(reply, bestOf(reply), { step: "none" }).keys()]).toEqual([2, 5]);
});

it("values the last square and nothing after the end", () => {
  const last = analysis("1-2 1-2 @2 4-5 4-5 @4 7-8 7-8 @7 3-6 3-6 @3");
  expect([...badgesOf(last, last.actions, { step: "none" }).keys()]).toEqual([9]);
  const over = analysis("1-2 4-5 2-3 5-6 3-6 1-4 @4");
  expect(byValue(over.actions)).toEqual([]);
});
