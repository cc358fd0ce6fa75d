import { describe, expect, it } from "vitest";

import { squareLabel } from "../src/game/label";
import { NOTHING } from "../src/game/selection";
import {
  closingWarning,
  happened,
  mayAct,
  outcomeText,
  reasons,
  resultReasons,
  resultTitle,
  sendingText,
  status,
} from "../src/game/text";
import { at, steps } from "../src/game/timeline";
import en from "../src/i18n/en";
import { pickLanguage, points, translator, type Plural } from "../src/i18n";
import { after, game } from "./kernel";

const plain = (text: string): string => text.replaceAll("\u00a0", " ");

describe("square labels", () => {
  it("say place, marks with their partners and the group", () => {
    expect(squareLabel(after("1-5 5-8 2-3 5-8"), 1, NOTHING, false)).toContain("Square 1, top left.");
    expect(squareLabel(after("1-5 4-5"), 5, NOTHING, false)).toBe(
      "Square 5, centre. X1 with 1, O2 with 4. Group A.",
    );
  });

  it("say settled and empty", () => {
    const replay = after("1-2 1-2 @1");
    expect(squareLabel(replay, 1, NOTHING, true)).toBe("Square 1, top left. O2, settled. Last move.");
    expect(squareLabel(replay, 9, NOTHING, false)).toBe("Square 9, bottom right. Empty.");
  });

  it("say which half stands there and what would close a cycle", () => {
    const replay = after("1-9");
    const selection = { step: "half", first: 1 } as const;
    expect(squareLabel(replay, 1, selection, false)).toContain("First half of O2");
    expect(squareLabel(replay, 9, selection, false)).toContain("Closes a cycle.");
    expect(squareLabel(replay, 5, selection, false)).not.toContain("Closes a cycle.");
  });

  it("say the role of each mark and the choice while measuring", () => {
    const replay = after("1-9 5-7 5-9 2-3 1-5");
    expect(squareLabel(replay, 5, NOTHING, false)).toBe(
      "Square 5, centre. O2 with 7 (stem), X3 with 9 (cycle), X5 with 1 (cycle). Choice B: X5 settles here.",
    );
  });
});

describe("status", () => {
  it("asks for the first and the second square", () => {
    expect(status(after("1-9 1-5 2-3 4-6"), "both", NOTHING)).toBe("X5: first square?");
    expect(status(after("1-9 1-5 2-3 4-6"), "X", { step: "half", first: 1 })).toBe(
      "X5: second square? (1 of 2)",
    );
  });

  it("tells the waiting player what the other one does", () => {
    expect(status(after("1-9"), "X", NOTHING)).toBe("O is placing O2.");
    expect(status(after("1-9 1-9"), "O", NOTHING)).toBe("X is choosing how the cycle collapses.");
    expect(status(after("1-9 1-9"), "watch", NOTHING)).toBe("X is choosing how the cycle collapses.");
  });

  it("lets only the chooser act, and both at one device", () => {
    const replay = after("1-9 1-9");
    expect([
      mayAct(replay, "X"),
      mayAct(replay, "O"),
      mayAct(replay, "both"),
      mayAct(replay, "watch"),
    ]).toEqual([true, false, true, false]);
    expect(mayAct(after("1-9 1-9", "coin"), "X")).toBe(false);
  });
});

it("warns by who will choose under each rule set", () => {
  expect(closingWarning(after("1-9"))).toContain("X, your opponent, will choose");
  expect(closingWarning(after("1-9", "closer-chooses"))).toContain("you will choose");
  expect(closingWarning(after("1-9", "coin"))).toContain("a coin will decide");
});

it("tells what happened, and who did it", () => {
  const line = game("1-9 1-5 5-9 @5");
  const said = steps(line).map((step, index) => happened(step, at(line, index)));
  expect(said).toEqual([
    "X placed X1 in 1 and 9.",
    "O placed O2 in 1 and 5.",
    "X placed X3 in 5 and 9 and closed a cycle.",
    "O chose: X3 settles in 5.",
  ]);
});

it("names the move that is being sent", () => {
  expect(sendingText(after("1-9"), "1-5")).toBe("Sending O2 in 1, 5…");
  expect(sendingText(after("1-9 1-9"), "@9")).toBe("Sending O2 → 9…");
});

it("gives a reason for every settled mark in causal order", () => {
  const replay = after("1-9 1-5 5-9");
  const outcome = replay.outcomes?.["5"];
  if (!outcome) throw new Error("no outcome");
  expect(reasons(replay, outcome)).toEqual([
    "X3 was chosen to settle in 5.",
    "O2 cannot stay in 5, so it settles in 1.",
    "X1 cannot stay in 1, so it settles in 9.",
  ]);
  expect(outcomeText(outcome)).toBe("No line; the game goes on.");
});

describe("results", () => {
  const both = "1-2 4-5 1-2 @1 4-5 @4 3-6 3-6 @6";

  it("say both lines, their highest marks, and who was earlier", () => {
    expect(plain(resultTitle({ X: 1, O: 0.5 }))).toBe("X wins. X 1 : ½ O");
    expect(resultReasons(after(both))).toEqual([
      "X has 1-2-3, highest mark X5.",
      "O has 4-5-6, highest mark O6.",
      "X's line was finished earlier (5 is lower than 6): 1 for X, ½ for O.",
    ]);
  });

  it("say that a later line earns nothing where only one counts", () => {
    expect(resultReasons(after(both, "single")).at(-1)).toContain("O's line earns nothing");
  });

  it("say that nobody has a line in a draw", () => {
    const replay = { ...after(both), lines: [], score: { X: 0, O: 0 } };
    expect(resultTitle(replay.score)).toContain("A draw.");
    expect(resultReasons({ ...replay, squares: replay.squares.map(() => "X1") })).toEqual([
      "Every square is settled and nobody has a line.",
    ]);
  });

  it("say that two lines of one player count once, or more", () => {
    const lines = [
      { mark: "X" as const, squares: [1, 2, 3] as [number, number, number], highest: 7 },
      { mark: "X" as const, squares: [1, 4, 7] as [number, number, number], highest: 9 },
    ];
    const replay = { ...after(both), lines };
    expect(resultReasons({ ...replay, score: { X: 1, O: 0 } }).at(-1)).toContain("count once");
    expect(resultReasons({ ...replay, score: { X: 1.5, O: 0 } }).at(-1)).toContain("1½ for X");
  });
});

describe("the catalogue", () => {
  it("picks plural forms, fills values and leaves unknown ones visible", () => {
    const t = translator({ default: en }, "en");
    expect(t("link.watchers", { count: 1 })).toBe("1 person is watching");
    expect(t("link.watchers", { count: 3 })).toBe("3 people are watching");
    expect(t("link.you", {})).toBe("You are {side}");
  });

  it("finds a language by its first part and falls back to English", () => {
    expect(pickLanguage(["xx-YY", "en-GB"])).toBe("en");
    expect(pickLanguage([])).toBe("en");
  });

  it("writes points as players do", () => {
    expect([0, 0.5, 1, 1.5, 2].map(points)).toEqual(["0", "½", "1", "1½", "2"]);
  });

  it("has no empty text", () => {
    expect(Object.values<string | Plural>(en).every((entry) => (typeof entry === "string" ? entry : entry.other).trim())).toBe(
      true,
    );
  });
});
