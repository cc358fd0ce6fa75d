import { expect, it } from "vitest";

import { mainLine } from "../src/game/tree";
import { formatOf, recognise } from "../src/notation/recognise";
import { NotationError } from "../src/notation/scribe";
import { kernel } from "./kernel";

it.each([
  ["1-9 1-5 5-9 @5", "game"],
  ["1-9", "game"],
  ["X1: 1-9, O2: 1-5", "game"],
  ["-", "position"],
  ["9.5.1.23", "position"],
  ["12", "position"],
  [" 12.12 ", "position"],
  ["9.5.x", "position"],
  ['[X "Ada"] 1-9', "record"],
  ["1. 1-9 2. 1-5 =0.5", "record"],
  ["1. 1-9 *", "record"],
  ["{first} 1-9", "record"],
  ["X1+(1,2); O2+(1,2)[12]", "goff"],
  ["O1+(1,2)", "goff"],
  ["@X1(1)", "goff"],
  ["12 23 13? 3!", "shcherbina"],
  ["12? 3", "shcherbina"],
  ["(0,8)(2,6)(2)", "ksmanis"],
  ["AB BE AE 1", "golf"],
  ["https://example.org/analysis#game=1-9,1-5&rules=coin&ply=1", "address"],
  ["#position=12.12", "address"],
  ["game=1-9", "address"],
])("tells by its look what %s is: %s", (text, format) => {
  expect(formatOf(text)).toBe(format);
});

it("reads every notation to the same game", () => {
  const game = ["1-2", "2-3", "1-3", "@3"];
  for (const text of [
    "1-2 2-3 1-3 @3",
    "X1: 1-2, O2: 2-3 {a comment beside names} X3: 1-3, O: @3",
    "1. 1-2 2. 2-3 3. 1-3 @3 *",
    "X1+(1,2); O2+(2,3); X3+(1,3)[132]; O3@X3(3)!X3(3)!O2(2)!X1(1)",
    "12 23 13? 3!",
    "(0,1)(1,2)(0,2)(2)",
    "AB BC AC 1",
    "https://example.org/analysis#game=1-2,2-3,1-3,@3&ply=1",
  ]) {
    const { tree } = recognise(kernel, text, "standard");
    expect([tree.rules, tree.start, mainLine(tree)], text).toEqual(["standard", "-", game]);
  }
});

it("leaves it to the position whose turn it is", () => {
  const { tree } = recognise(kernel, "9.5.1.23", "standard");
  expect([tree.start, mainLine(tree)]).toEqual(["9.5.1.23", []]);
  expect(kernel.read(tree.rules, tree.start).to_act).toBe("X");
  expect(() => recognise(kernel, "1.12", "standard")).toThrow(NotationError);
});

it("takes the rules from where they are named, and Goff's own where a score is by them", () => {
  const double = "X1+(1,2); O2+(2,3); X3+(3,6); O4+(6,9); X5+(8,9); O6+(7,8); X7+(4,7); O8+(4,5); X9+(1,5)[198765432]; O9@X9(5)";
  expect(recognise(kernel, double, "standard").tree.rules).toBe("standard");
  expect(recognise(kernel, `${double}; {X=2, O=0}`, "standard").tree.rules).toBe("goff");
  expect(() => recognise(kernel, `${double}; {X=3, O=0}`, "standard")).toThrow("points");
  expect(recognise(kernel, '[Rules "coin"] 1-9', "standard").tree.rules).toBe("coin");
  expect(recognise(kernel, "#game=1-9&rules=single", "standard").tree.rules).toBe("single");
  expect(recognise(kernel, "1-9", "full-board").tree.rules).toBe("full-board");
});

it("reads the first of many records, with all that is in it", () => {
  const { tree, games } = recognise(kernel, '[X "Ada"] {c} 1-9 (1-8) * 1-7 *', "standard");
  expect([games, tree.comment, tree.next.map(({ action }) => action)]).toEqual([2, "c", ["1-9", "1-8"]]);
  expect(() => recognise(kernel, "1-9 (1-8", "standard")).toThrow(NotationError);
});
