import { describe, expect, it } from "vitest";

import { strandOf } from "../src/game/strands";
import {
  add,
  comment,
  isMain,
  mainLine,
  newTree,
  nodeAt,
  promote,
  readTree,
  recordOfTree,
  remove,
  siblings,
  treeOf,
  type Tree,
} from "../src/game/tree";
import { writeRecord } from "../src/notation/record";
import { readRecord } from "../src/notation/recordreader";
import { kernel } from "./kernel";

const plain = newTree("standard", "-", ["1-9", "1-5", "5-9", "@5"]);
const branched = add(add(add(plain, ["1-9"], "2-3"), ["1-9", "2-3"], "2-3"), ["1-9"], "1-2");

function text(tree: Tree): string {
  const record = recordOfTree(kernel, tree);
  if (!record) throw new Error("no record");
  return writeRecord(record).split("\n\n")[1]?.trim() ?? "";
}

it("grows by actions, and not by one that stands there already", () => {
  expect(mainLine(plain)).toEqual(["1-9", "1-5", "5-9", "@5"]);
  expect(mainLine(plain, ["1-9", "1-5"])).toEqual(["1-9", "1-5", "5-9", "@5"]);
  expect(add(branched, ["1-9"], "2-3")).toEqual(branched);
  expect(siblings(branched, ["1-9", "2-3"])).toEqual([
    ["1-9", "1-5"],
    ["1-9", "2-3"],
    ["1-9", "1-2"],
  ]);
  expect(siblings(branched, [])).toEqual([]);
  expect(nodeAt(branched, ["1-9", "4-5"])).toBeNull();
  expect(text(branched)).toBe("1. 1-9 2. 1-5 (2. 2-3 3. 2-3) (2. 1-2) 3. 5-9 @5 *");
});

it("leaves a tree alone when a path leads nowhere", () => {
  expect(add(plain, ["4-5"], "1-2")).toEqual(plain);
  expect(remove(plain, ["4-5", "1-2"])).toEqual(plain);
});

it("promotes a branch from its first action on, and deletes it whole", () => {
  const risen = promote(branched, ["1-9", "2-3", "2-3"]);
  expect(text(risen)).toBe("1. 1-9 2. 2-3 (2. 1-5 3. 5-9 @5) (2. 1-2) 3. 2-3 *");
  expect(isMain(branched, ["1-9", "2-3"])).toBe(false);
  expect(isMain(risen, ["1-9", "2-3"])).toBe(true);
  expect(text(remove(risen, ["1-9", "2-3"]))).toBe("1. 1-9 2. 1-5 (2. 1-2) 3. 5-9 @5 *");
});

it("keeps comments on any node and on the start", () => {
  const said = comment(comment(branched, ["1-9", "2-3"], "sharp } one"), [], "first");
  expect(nodeAt(said, ["1-9", "2-3"])?.comment).toBe("sharp } one");
  expect(text(said)).toBe("{first} 1. 1-9 2. 1-5 (2. 2-3 {sharp ) one} 3. 2-3) (2. 1-2) 3. 5-9 @5 *");
});

describe("records", () => {
  const source = `[X "Ada"]
[O "Alan"]
[Rules "goff"]
[Result "*"]
[Event "Tea"]

{a start} 1. 1-9 {c} (1. 1-8 {d} (1. 1-7)) 2. 1-5 =0.5 (2. 2-3 3. 2-3 (3. 3-4
=-1) @2) 3. 5-9 @5 *
`;

  it("become trees and records again, with tags, evaluations and branches of branches", () => {
    const tree = treeOf(readRecord(kernel, source, "standard"));
    expect(tree.rules).toBe("goff");
    expect(siblings(tree, ["1-9"])).toEqual([["1-9"], ["1-8"], ["1-7"]]);
    const again = recordOfTree(kernel, tree);
    // Alternatives to one action stand side by side, however they were nested.
    expect(again && writeRecord(again)).toBe(source.replace("{d} (1. 1-7))", "{d}) (1. 1-7)"));
  });

  it("merge branches that begin alike", () => {
    const tree = treeOf(readRecord(kernel, "1. 1-9 {a} (1. 1-9 {b} =1 2. 1-2) 2. 1-5 *", "standard"));
    expect(text(tree)).toBe("1. 1-9 =1 {a b} 2. 1-5 (2. 1-2) *");
  });

  it("have the result of the main line, unless its players ended it", () => {
    const over = newTree("standard", "-", "1-2 4-5 2-3 5-6 3-6 1-4 @4".split(" "));
    expect(text(over)).toMatch(/@4 1-0\.5$/);
    const resigned: Tree = { ...plain, tags: [["Termination", "resigned"], ["Result", "0-1"]] };
    expect(text(resigned)).toMatch(/ 0-1$/);
    expect(text({ ...resigned, tags: [["Result", "0-1"]] })).toMatch(/ \*$/);
  });

  it("hold no game from a position", () => {
    expect(recordOfTree(kernel, newTree("standard", "12"))).toBeNull();
  });
});

it("comes back from the storage as it was, or not at all", () => {
  const said = comment(branched, ["1-9"], "x");
  const stored = JSON.parse(JSON.stringify(said)) as Record<string, unknown>;
  expect(readTree(kernel, stored)).toEqual(said);
  expect(readTree(kernel, { ...stored, rules: "chess" })).toBeNull();
  expect(readTree(kernel, { ...stored, start: "1.12" })).toBeNull();
  expect(readTree(kernel, { ...stored, next: [{ action: "1-1" }] })).toBeNull();
  expect(readTree(kernel, null)).toBeNull();
  expect(readTree(kernel, { ...stored, tags: [["Event", 7], ["X", "Ada"]] })?.tags).toEqual([["X", "Ada"]]);
  // The same game under rules that refuse one of its actions.
  const twice = newTree("standard", "-", ["1-2", "1-2"]);
  expect(readTree(kernel, { ...twice, rules: "no-repeat" })).toBeNull();
});

it("is laid out with the branches behind the move they replace", () => {
  const [first, second, fork, third] = strandOf(kernel, branched);
  expect(first).toMatchObject({ kind: "move", action: "1-9", mark: "X1", path: ["1-9"] });
  expect(second).toMatchObject({ action: "1-5", mark: "O2" });
  expect(third).toMatchObject({ action: "5-9", mark: "X3" });
  expect(fork?.kind === "fork" && fork.strands.map((each) => each.map((move) => move.kind === "move" && move.path))).toEqual(
    [[["1-9", "2-3"], ["1-9", "2-3", "2-3"]], [["1-9", "1-2"]]],
  );
  // A measurement is about the mark that settles.
  expect(strandOf(kernel, plain).at(-1)).toMatchObject({ action: "@5", mark: "X3" });
});
