import { describe, expect, it } from "vitest";

import {
  actionOf,
  choose,
  closes,
  closingWith,
  NOTHING,
  touchMark,
  touchSquare,
  type Selection,
} from "../src/game/selection";
import type { Replay } from "../src/kernel/types";
import { after } from "./kernel";

const ASK = true;
const AT_ONCE = false;

/** Touch squares one after another, nothing being committed on the way. */
function touched(replay: Replay, squares: number[], confirm: boolean): ReturnType<typeof touchSquare> {
  let selection: Selection = NOTHING;
  let last = touchSquare(selection, replay, squares[0] ?? 0, confirm);
  for (const square of squares.slice(1)) {
    selection = last.selection;
    last = touchSquare(selection, replay, square, confirm);
  }
  return last;
}

describe("placing", () => {
  it("takes the first touch as the first half and commits nothing", () => {
    expect(touched(after(""), [5], AT_ONCE)).toEqual({
      selection: { step: "half", first: 5 },
      commit: null,
      refusal: null,
    });
  });

  it("commits the second touch at once without confirmation, squares ascending", () => {
    expect(touched(after(""), [9, 1], AT_ONCE).commit).toBe("1-9");
  });

  it("waits for confirmation when asked to, showing the pair", () => {
    const { selection, commit } = touched(after(""), [9, 1], ASK);
    expect(commit).toBeNull();
    expect(actionOf(selection)).toBe("1-9");
  });

  it("retracts when the first half is touched again, with or without a second half", () => {
    expect(touched(after(""), [9, 9], ASK).selection).toEqual(NOTHING);
    expect(touched(after(""), [9, 1, 9], ASK).selection).toEqual(NOTHING);
  });

  it("moves the second half to a third square", () => {
    expect(touched(after(""), [9, 1, 4], ASK).selection).toEqual({ step: "pair", first: 9, second: 4 });
  });

  it("commits when the second half of the ghost pair is touched again", () => {
    expect(touched(after(""), [9, 1, 1], ASK).commit).toBe("1-9");
  });

  it("refuses a closed square by naming the mark that settled there", () => {
    const replay = after("1-2 1-2 @1");
    expect(touchSquare(NOTHING, replay, 1, AT_ONCE).refusal).toEqual({
      reason: "closed",
      square: 1,
      mark: "O2",
    });
  });

  it("keeps the first half when the second square is closed", () => {
    const replay = after("1-2 1-2 @1");
    const first: Selection = { step: "half", first: 5 };
    expect(touchSquare(first, replay, 1, AT_ONCE).selection).toEqual(first);
  });

  it("refuses to repeat a spooky pair where the rules forbid it, and names the pair", () => {
    expect(touched(after("1-2", "no-repeat"), [1, 2], AT_ONCE).refusal).toEqual({
      reason: "repeated",
      first: 1,
      second: 2,
    });
    expect(touched(after("1-2"), [1, 2], AT_ONCE).commit).toBe("1-2");
  });

  it("refuses an occupied square where marks do not share squares", () => {
    const replay = after("1-2", "superposition");
    expect(touchSquare(NOTHING, replay, 1, AT_ONCE).refusal).toEqual({ reason: "occupied", square: 1 });
  });

  it("takes the last square with a single touch", () => {
    const text = "1-2 1-2 @1 3-4 3-4 @3 5-6 5-6 @5 7-8 7-8 @7";
    const replay = after(text, "full-board");
    expect(replay.legal).toEqual(["9-9"]);
    expect(touchSquare(NOTHING, replay, 9, ASK).commit).toBe("9-9");
  });
});

describe("closing a cycle", () => {
  it("knows which second squares close a cycle, and whether the pair does", () => {
    const replay = after("1-9 1-5");
    expect(closingWith(replay, { step: "half", first: 9 })).toEqual([1, 5]);
    expect(closes(replay, { step: "pair", first: 9, second: 5 })).toBe(true);
    expect(closes(replay, { step: "pair", first: 9, second: 4 })).toBe(false);
  });
});

describe("measuring", () => {
  // X5 closes the cycle X1 X3 X5 through 1, 5 and 9; O2 hangs off it, O4 is elsewhere.
  const replay = after("1-9 5-7 5-9 2-3 1-5");

  it("takes either square of the newest mark as the choice", () => {
    expect(touchSquare(NOTHING, replay, 1, AT_ONCE).commit).toBe("@1");
    expect(touchSquare(NOTHING, replay, 5, AT_ONCE).commit).toBe("@5");
  });

  it("maps every mark of the cycle to the one outcome in which it settles there", () => {
    for (const square of ["1", "5"]) {
      for (const settled of replay.outcomes?.[square]?.settled ?? []) {
        if (settled.mark === "O2") continue;
        const { commit } = touchMark(NOTHING, replay, settled.mark, settled.square, AT_ONCE);
        expect(commit).toBe(`@${square}`);
      }
    }
  });

  it("explains that a stem is no choice", () => {
    expect(touchMark(NOTHING, replay, "O2", 7, AT_ONCE).refusal).toEqual({ reason: "stem", mark: "O2" });
  });

  it("explains that an untouched mark is not measured", () => {
    expect(touchMark(NOTHING, replay, "O4", 2, AT_ONCE).refusal).toEqual({ reason: "untouched", mark: "O4" });
  });

  it("explains a square that names no outcome", () => {
    expect(touchSquare(NOTHING, replay, 9, AT_ONCE).refusal).toEqual({ reason: "no-choice", square: 9 });
  });

  it("waits for confirmation when asked to", () => {
    expect(choose(5, ASK)).toEqual({
      selection: { step: "outcome", square: 5 },
      commit: null,
      refusal: null,
    });
  });
});

it("refuses everything when the game is over", () => {
  const replay = after("1-2 4-5 1-2 @1 4-5 @4 3-6 3-6 @6");
  expect(replay.phase).toBe("over");
  expect(touchSquare(NOTHING, replay, 9, AT_ONCE).refusal).toEqual({ reason: "over" });
});
