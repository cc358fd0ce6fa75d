import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { stage } from "../src/board/collapse";
import { slot, slotAt } from "../src/board/geometry";
import { scene, type Look } from "../src/board/scene";
import { Show } from "../src/board/show.svelte";
import { squareOf } from "../src/game/marks";
import { NOTHING, pointedAt } from "../src/game/selection";
import { at } from "../src/game/timeline";
import { after, game } from "./kernel";

function look(text: string): Look {
  const line = game(text);
  const ply = line.actions.length;
  const last = { before: at(line, ply - 1), action: line.actions[ply - 1] ?? "" };
  return { replay: at(line, ply), last, selection: NOTHING, ghost: "O4" };
}

describe("a collapse on its way", () => {
  // X3 settles in 5, then O2 in 1, then X1 in 9; X1 closes a line only under other numbers.
  const collapse = look("1-9 1-5 5-9 @5");

  it("has settled the first marks in causal order, and sets off the newest", () => {
    const { stones } = stage(collapse, 2);
    expect(stones.map(({ mark, square, order }) => [mark, square, order])).toEqual([
      ["O2", 1, 1],
      ["X3", 5, null],
    ]);
  });

  it("keeps the pairs that are still to settle, and the discarded halves of the others", () => {
    const { halves, threads } = stage(collapse, 1);
    expect(halves.map(({ mark, square, state, role }) => `${mark}@${String(square)} ${state} ${role}`)).toEqual([
      "X1@1 set cycle",
      "X1@9 set cycle",
      "O2@1 set cycle",
      "O2@5 set cycle",
      "X3@9 gone plain",
    ]);
    expect(threads.map(({ mark }) => mark)).toEqual(["X1", "O2"]);
  });

  it("strikes lines only when the last mark has settled", () => {
    const end = look("4-5 1-7 4-6 2-3 5-6 @6");
    expect(stage(end, 2).strokes).toEqual([]);
    expect(stage(end, 3).strokes).toHaveLength(1);
  });

  it("is the board itself at its end, and where nothing collapses", () => {
    expect(stage(collapse, 3)).toEqual(scene(collapse));
    expect(stage(look("1-9"), 0)).toEqual(scene(look("1-9")));
  });
});

describe("showing a collapse", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("goes on by itself to the end and no further", () => {
    const heard = vi.fn();
    const show = new Show(heard);
    show.begin(3, "play");
    expect([show.shown, show.running, show.playing]).toEqual([1, true, true]);
    vi.advanceTimersByTime(60_000);
    expect([show.shown, show.running, show.playing]).toEqual([3, false, false]);
    expect(heard).toHaveBeenCalledTimes(3);
  });

  it("waits for a press per mark, and begins again after the last", () => {
    const show = new Show(() => undefined);
    show.begin(2, "step");
    vi.advanceTimersByTime(60_000);
    expect(show.shown).toBe(1);
    show.step();
    expect(show.running).toBe(false);
    show.step();
    expect([show.shown, show.running]).toEqual([1, true]);
  });

  it("halts, goes on and ends when told", () => {
    const show = new Show(() => undefined);
    show.begin(3, "play");
    show.toggle();
    vi.advanceTimersByTime(60_000);
    expect(show.shown).toBe(1);
    show.toggle();
    show.end();
    vi.advanceTimersByTime(60_000);
    expect([show.shown, show.playing]).toEqual([3, false]);
  });

  it("stands silently where nothing was played", () => {
    const heard = vi.fn();
    const show = new Show(heard);
    show.begin(3, "play");
    heard.mockClear();
    show.stand(0);
    vi.advanceTimersByTime(60_000);
    expect([show.running, heard.mock.calls.length]).toEqual([false, 0]);
  });
});

describe("pointing", () => {
  it("shows the pair that a second touch would make, where it is allowed", () => {
    const half = { step: "half", first: 1 } as const;
    expect(pointedAt(half, after(""), 5)).toEqual({ step: "pair", first: 1, second: 5 });
    expect(pointedAt(half, after(""), 1)).toBe(half);
    expect(pointedAt(half, after("1-2", "no-repeat"), 2)).toBe(half);
    expect(pointedAt(half, after("2-3 2-3 @2"), 2)).toBe(half);
    expect(pointedAt(NOTHING, after(""), 5)).toBe(NOTHING);
    expect(pointedAt(half, after(""), null)).toBe(half);
  });

  it("finds the slot under the pointer", () => {
    for (let number = 1; number <= 9; number += 1) {
      const { x, y } = slot(1, number);
      expect(slotAt(x + 4, y - 4)).toBe(number);
    }
    expect(slotAt(50, 2)).toBeNull();
    expect(slotAt(35, 41)).toBeNull();
  });
});

it("reads digits as numbered or as on a number pad", () => {
  const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  expect(digits.map((digit) => squareOf(digit, "numbered"))).toEqual(digits);
  expect(digits.map((digit) => squareOf(digit, "pad"))).toEqual([7, 8, 9, 4, 5, 6, 1, 2, 3]);
});
