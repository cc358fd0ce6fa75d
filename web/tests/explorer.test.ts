import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { kinds, shapeOf, SHAPES } from "../src/game/explorer";
import type { RulesName } from "../src/kernel/types";
import { kernel } from "./kernel";

interface Orbits {
  rules: RulesName;
  position: string;
  orbits: string[][];
}

const known = readFileSync(new URL("../../tests/contract/orbits.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Orbits);

it.each(known)("puts alike actions together as Python's symmetries do: $rules $position", (each) => {
  const found = kinds(kernel.read(each.rules, each.position)).map(({ members }) => members);
  expect(found).toEqual(each.orbits);
});

it("finds the eight kinds of first pair, each of another shape", () => {
  const found = kinds(kernel.start("standard"));
  expect(found.map(({ members }) => members.length)).toEqual([8, 4, 4, 8, 2, 4, 4, 2]);
  const shapes = found.map(({ members }) => members.map(shapeOf));
  expect(shapes.every((all) => new Set(all).size === 1)).toBe(true);
  expect(new Set(shapes.flat())).toEqual(new Set(SHAPES));
  expect([shapeOf("1-9"), shapeOf("1-2"), shapeOf("1-6"), shapeOf("2-8"), shapeOf("@5")]).toEqual([
    "opposite-corners",
    "corner-next-edge",
    "corner-far-edge",
    "opposite-edges",
    null,
  ]);
});
