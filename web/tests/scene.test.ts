import { expect, it } from "vitest";

import { slot } from "../src/board/geometry";
import { groups } from "../src/board/groups";
import { scene } from "../src/board/scene";
import { NOTHING } from "../src/game/selection";
import { at } from "../src/game/timeline";
import { after, game } from "./kernel";

function drawn(text: string, selection: Parameters<typeof scene>[0]["selection"] = NOTHING) {
  const line = game(text);
  const action = line.actions.at(-1);
  const last = action === undefined ? null : { before: at(line, line.actions.length - 1), action };
  return scene({ replay: at(line, line.actions.length), last, selection, ghost: "X9" });
}

it("names groups of two pairs or more by their oldest mark and leaves lone pairs unnamed", () => {
  const named = groups(after("1-9 4-7 3-6 6-8 1-5")).map(({ marks, letter }) => [letter, ...marks]);
  expect(named).toEqual([
    ["A", "X1", "X5"],
    [null, "O2"],
    ["B", "X3", "O4"],
  ]);
});

it("joins two groups by the pair that links them", () => {
  const [only, ...rest] = groups(after("1-2 3-4 2-3"));
  expect(rest).toEqual([]);
  expect(only?.squares).toEqual([1, 2, 3, 4]);
});

it("keeps mark n in slot n of any square, all slots of a square apart and inside it", () => {
  for (let square = 1; square <= 9; square += 1) {
    const places = Array.from({ length: 9 }, (_, index) => slot(square, index + 1));
    expect(new Set(places.map(({ x, y }) => `${x},${y}`)).size).toBe(9);
    for (const { x, y } of places) {
      expect(Math.floor(x / 100) + 3 * Math.floor(y / 100)).toBe(square - 1);
    }
  }
  expect(drawn("1-9 1-5").halves.find((half) => half.mark === "O2")).toMatchObject(slot(1, 2));
});

it("draws the two pairs of a cycle of two squares as different curves", () => {
  const [a, b] = drawn("1-2 1-2").threads;
  expect(a?.path).not.toBe(b?.path);
});

it("marks the newest pair as fresh and no other", () => {
  const fresh = drawn("1-9 1-5").halves.filter((half) => half.state === "fresh");
  expect(fresh.map((half) => `${half.mark}@${half.square}`)).toEqual(["O2@1", "O2@5"]);
});

it("tells cycle, stem and untouched apart while measuring, and names the two choices", () => {
  const { halves, choices, letters } = drawn("1-9 5-7 5-9 2-3 1-5");
  const roles = Object.fromEntries(halves.map((half) => [half.mark, half.role]));
  expect(roles).toEqual({ X1: "cycle", O2: "stem", X3: "cycle", O4: "untouched", X5: "cycle" });
  expect([choices[0], choices[4]]).toEqual(["A", "B"]);
  expect(letters.every((letter) => letter === null)).toBe(true);
});

it("numbers settled marks in causal order and keeps the discarded halves until the next action", () => {
  const { stones, halves } = drawn("1-9 1-5 5-9 @5");
  expect(stones.map((stone) => [stone.mark, stone.order])).toEqual([
    ["O2", 1],
    ["X3", 0],
    ["X1", 2],
  ]);
  expect(halves.map((half) => `${half.mark}@${half.square} ${half.state}`)).toEqual([
    "X3@9 gone",
    "O2@5 gone",
    "X1@1 gone",
  ]);
  expect(drawn("1-9 1-5 5-9 @5 2-3").halves.some((half) => half.state === "gone")).toBe(false);
});

it("shows a pair that is not played yet as a ghost", () => {
  const { halves, threads } = drawn("", { step: "pair", first: 1, second: 2 });
  expect(halves.map((half) => half.state)).toEqual(["ghost", "ghost"]);
  expect(threads).toHaveLength(1);
});

it("strikes through every finished line with its owner", () => {
  const { strokes } = drawn("1-2 4-5 1-2 @1 4-5 @4 3-6 3-6 @6");
  expect(strokes.map((stroke) => stroke.owner)).toEqual(["X", "O"]);
});
