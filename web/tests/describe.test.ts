import { describe, expect, it } from "vitest";

import {
  boardText,
  cycleText,
  groupText,
  lastMove,
  legalMoves,
  linesAndScore,
  movesSoFar,
} from "../src/game/describe";
import { squareLabel } from "../src/game/label";
import { NOTHING } from "../src/game/selection";
import { after, game } from "./kernel";

const plain = (text: string): string => text.replaceAll("\u00a0", " ");

it("tells the last move, with every reason of a measurement", () => {
  const line = game("1-9 1-5 5-9 @5");
  expect(lastMove(line, 0)).toBe("No move has been played yet.");
  expect(lastMove(line, 2)).toBe("O placed O2 in 1 and 5.");
  expect(lastMove(line, 4)).toBe(
    "O chose: X3 settles in 5. X3 was chosen to settle in 5. O2 cannot stay in 5, so it settles in 1. " +
      "X1 cannot stay in 1, so it settles in 9.",
  );
});

it("tells the moves so far", () => {
  expect(movesSoFar(game("1-9 1-9 @9"), 3)).toBe("Moves so far: X1 in 1, 9; O2 in 1, 9; O2 → 9.");
});

describe("legal moves", () => {
  it("are told by their squares, with the pairs that would close a cycle", () => {
    expect(legalMoves(after("1-2 1-2 @1"))).toBe("X3 may go into any two of 3, 4, 5, 6, 7, 8, and 9.");
    expect(legalMoves(after("1-9"))).toContain("These pairs would close a cycle: 1-9.");
  });

  it("are told one by one where not every pair may be placed", () => {
    expect(legalMoves(after("1-2 1-2 @1 3-4 3-4 @3 5-6 5-6 @5 7-8", "full-board"))).toContain("any two of 7, 8, and 9");
    expect(legalMoves(after("1-2", "no-repeat"))).toContain("these pairs: 1-3, 1-4,");
  });

  it("are the two choices while a cycle waits, and none when the game is over", () => {
    expect(legalMoves(after("1-9 1-9"))).toBe(
      "A: O2 in 1. No line; the game goes on. B: O2 in 9. No line; the game goes on.",
    );
    expect(legalMoves(after("1-2 4-5 1-2 @1 4-5 @4 3-6 3-6 @6"))).toContain("The game is over.");
  });
});

it("tells lines and score", () => {
  expect(linesAndScore(after("1-9"))).toBe("No line yet.");
  expect(plain(linesAndScore(after("1-2 4-5 1-2 @1 4-5 @4 3-6 3-6 @6")))).toContain("X wins. X 1 : ½ O X has 1-2-3");
});

it("tells a cycle, its squares, its stems and both outcomes", () => {
  expect(cycleText(after("1-9"))).toBe("There is no cycle to measure.");
  const said = cycleText(after("1-9 5-7 5-9 2-3 1-5"));
  expect(said).toContain("X5 closes a cycle: X1, X3, and X5 through 1, 5, and 9.");
  expect(said).toContain("Stems: O2. A: X5 in 1.");
});

it("tells a group, or which there are", () => {
  const replay = after("1-9 4-7 3-6 6-8 1-5");
  expect(groupText(replay, "B")).toBe("Group B: X3 and O4, in squares 3, 6, and 8.");
  expect(groupText(replay, "C")).toBe("There is no group C; there is A and B.");
  expect(groupText(after("1-9"), "A")).toBe("There is no group of two pairs or more.");
});

it("tells the squares that are not empty, briefly", () => {
  expect(boardText(after(""))).toBe("The board is empty.");
  expect(boardText(after("1-5 1-9"))).toBe("1. X1 5, O2 9. Group A. 5. X1 1. Group A. 9. O2 1. Group A.");
});

describe("a square's label", () => {
  it("is short for those who want it so", () => {
    const brief = { wording: "brief", warn: "yes" } as const;
    expect(squareLabel(after("1-5 4-5"), 5, NOTHING, false, brief)).toBe("5. X1 1, O2 4. Group A.");
  });

  it("warns of cycles only those who want to be warned", () => {
    const half = { step: "half", first: 1 } as const;
    expect(squareLabel(after("1-9"), 9, half, false, { wording: "full", warn: "no" })).not.toContain("cycle");
    expect(squareLabel(after("1-9"), 9, half, false, { wording: "full", warn: "yes" })).toContain("Closes a cycle.");
  });
});
