import { expect, it } from "vitest";

import { count, loadTallies, NONE, tallyOf, without } from "../src/game/tally";

const standard = { rules: "standard", level: 3, side: "O" } as const;

it.each([
  [{ X: 1, O: 0.5 }, "lost"],
  [{ X: 0.5, O: 1 }, "won"],
  [{ X: 0, O: 1 }, "won"],
  [{ X: 0, O: 0 }, "drawn"],
  [{ X: 1.5, O: 0 }, "lost"],
] as const)("counts %j for O as %s", (score, result) => {
  expect(tallyOf(count({}, standard, score), "standard", 3)).toEqual({ ...NONE, [result]: 1 });
  const asX = { lost: "won", won: "lost", drawn: "drawn" }[result];
  expect(tallyOf(count({}, { ...standard, side: "X" }, score), "standard", 3)).toEqual({ ...NONE, [asX]: 1 });
});

it("keeps levels and rule sets apart, and forgets one at a time", () => {
  let tallies = count({}, standard, { X: 0, O: 1 });
  tallies = count(tallies, { ...standard, rules: "coin" }, { X: 1, O: 0 });
  tallies = count(tallies, { ...standard, level: 4 }, { X: 0, O: 0 });
  tallies = count(tallies, standard, { X: 0, O: 1 });
  expect(tallyOf(tallies, "standard", 3)).toEqual({ won: 2, drawn: 0, lost: 0 });
  expect(tallyOf(tallies, "coin", 3)).toEqual({ won: 0, drawn: 0, lost: 1 });
  const left = without(tallies, "standard", 3);
  expect(tallyOf(left, "standard", 3)).toEqual(NONE);
  expect(tallyOf(left, "standard", 4).drawn).toBe(1);
  expect(loadTallies(JSON.stringify(tallies))).toEqual(tallies);
});

it.each([null, "", "{", "[]", "7", "null"])("reads nothing from %j", (text) => {
  expect(loadTallies(text)).toEqual({});
});

it("leaves out what is no count", () => {
  const text = '{"coin 1":{"won":1},"coin 2":{"won":-1},"coin 3":{"lost":"2"},"coin 4":{"drawn":0.5},"coin 5":null}';
  expect(loadTallies(text)).toEqual({ "coin 1": { won: 1, drawn: 0, lost: 0 }, "coin 5": NONE });
});
