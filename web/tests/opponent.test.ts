import { describe, expect, it } from "vitest";

import { play } from "../src/game/localgame";
import {
  fall,
  load,
  loadSetup,
  newMatch,
  nextMatch,
  readWanted,
  redo,
  save,
  undo,
  USUAL,
  writeWanted,
  type Match,
} from "../src/game/opponent";
import { steps, timeline } from "../src/game/timeline";
import { after, kernel } from "./kernel";

const asX = newMatch({ ...USUAL, side: "X" }, "7");
const asO = newMatch({ ...USUAL, side: "O" }, "7");

function played(match: Match, text: string): Match {
  return text.split(" ").reduce(play, match);
}

/** Who takes each action of a game, and of what was taken back. */
function actors(match: Match): ("X" | "O" | null)[] {
  const all = [...match.actions, ...match.undone];
  return steps(timeline(kernel, match.rules, all, undefined, match.start)).map(({ actor }) => actor);
}

function back(match: Match): Match | null {
  return undo(match, actors(match));
}

function forward(match: Match): Match | null {
  return redo(match, actors(match));
}

describe("undo", () => {
  it("goes back to before the person's last decision, with the reply", () => {
    const match = played(asX, "1-9 3-5 1-5 2-4");
    expect(back(match)?.actions).toEqual(["1-9", "3-5"]);
    expect(back(match)?.undone).toEqual(["1-5", "2-4"]);
  });

  it("works while the computer thinks", () => {
    expect(back(played(asX, "1-9 3-5 1-5"))?.actions).toEqual(["1-9", "3-5"]);
  });

  it("takes the placement and the choice before it one by one", () => {
    // O closes the cycle, so X chooses and then places.
    const match = played(asX, "1-5 1-5 @1 2-3 4-6");
    expect(back(match)?.actions).toEqual(["1-5", "1-5", "@1"]);
    expect(back(back(match) ?? asX)?.actions).toEqual(["1-5", "1-5"]);
  });

  it("has nothing to go back to before the person's first decision", () => {
    expect(back(asX)).toBeNull();
    expect(back(played(asO, "1-9"))).toBeNull();
  });

  it("goes back from the end, and the result is not counted twice", () => {
    const end = { ...played(asO, "1-4 1-3 5-8 1-8 3-6 2-4 5-8 @5"), counted: true };
    expect(back(end)?.actions).toHaveLength(7);
    expect(back(end)?.counted).toBe(true);
  });
});

describe("redo", () => {
  it("comes back to where undo left, step by step", () => {
    const match = played(asX, "1-5 1-5 @1 2-3 4-6");
    const once = back(match);
    const twice = once && back(once);
    expect(twice && forward(twice)).toEqual(once);
    expect(once && forward(once)).toEqual(match);
    expect(forward(match)).toBeNull();
  });

  it("is forgotten by another action, and not by the same one", () => {
    const once = back(played(asX, "1-9 3-5 1-5 2-4")) ?? asX;
    expect(forward(play(once, "2-3"))).toBeNull();
    expect(play(once, "1-5").undone).toEqual(["2-4"]);
  });
});

describe("another game", () => {
  it("swaps the sides and is the next one of the same seed", () => {
    const next = nextMatch({ ...played(asX, "1-9"), counted: true });
    expect(next).toEqual({ ...asO, game: 1 });
  });

  it("does not count when it begins on the way", () => {
    expect(asX.counted).toBe(false);
    expect(newMatch({ ...USUAL, side: "X" }, "7", { start: "15", actions: [] }).counted).toBe(true);
    expect(newMatch({ ...USUAL, side: "X" }, "7", { start: "-", actions: ["1-5"] }).counted).toBe(true);
    expect(nextMatch(newMatch({ ...USUAL, side: "X" }, "7", { start: "15", actions: [] })).counted).toBe(true);
  });
});

describe("the coin", () => {
  const replay = after("1-5 1-5", "coin");

  it("always falls alike at one place of a game, and is fair over many", () => {
    const matches = Array.from({ length: 2000 }, (_, seed) => played(newMatch({ ...asX, rules: "coin" }, String(seed)), "1-5 1-5"));
    const falls = matches.map((match) => fall(match, replay));
    expect(matches.map((match) => fall(match, replay))).toEqual(falls);
    const ones = falls.filter((each) => each === "@1").length;
    expect(falls.every((each) => each === "@1" || each === "@5")).toBe(true);
    expect(ones).toBeGreaterThan(900);
    expect(ones).toBeLessThan(1100);
  });

  it("falls anew in every game and at every place", () => {
    const match = played({ ...asX, seed: "18446744073709551615" }, "1-5 1-5");
    const games = Array.from({ length: 20 }, (_, game) => fall({ ...match, game }, replay));
    const places = Array.from({ length: 20 }, (_, n) => fall({ ...match, actions: Array<string>(n).fill("") }, replay));
    expect(new Set(games).size).toBe(2);
    expect(new Set(places).size).toBe(2);
  });
});

describe("an address", () => {
  it("says as much as it says", () => {
    expect(readWanted("#level=9&side=O&rules=coin&strict=1&seed=18446744073709551615&position=15&game=1-5,@1")).toEqual({
      setup: { level: 9, side: "O", rules: "coin", strict: true },
      seed: "18446744073709551615",
      start: "15",
      actions: ["1-5", "@1"],
    });
    expect(readWanted("")).toEqual({
      setup: { level: null, side: null, rules: null, strict: null },
      seed: null,
      start: "-",
      actions: [],
    });
  });

  it.each(["#level=0", "#level=10", "#level=1.5", "#side=Z", "#rules=chess", "#seed=-1", "#seed=18446744073709551616"])(
    "leaves open what it does not say rightly: %s",
    (fragment) => {
      const { setup, seed } = readWanted(fragment);
      expect([...Object.values(setup), seed].every((each) => each === null)).toBe(true);
    },
  );

  it("of a match brings the same opponent", () => {
    const match = newMatch({ rules: "coin", level: 4, side: "O", strict: true }, "42", { start: "15", actions: [] });
    expect(readWanted(writeWanted(match))).toEqual({
      setup: { rules: "coin", level: 4, side: "O", strict: true },
      seed: "42",
      start: "15",
      actions: [],
    });
  });
});

describe("storage", () => {
  it("gives back what was put in", () => {
    const match = back(played(asX, "1-9 3-5")) ?? asX;
    expect(load(save(match))).toEqual(match);
    expect(loadSetup(JSON.stringify(USUAL))).toEqual(USUAL);
  });

  it.each([
    null,
    "",
    "{",
    "[]",
    "null",
    "7",
    save({ ...asX, level: 10 as 9 }),
    save({ ...asX, side: "random" as "X" }),
    save({ ...asX, seed: "abc" }),
    save({ ...asX, game: -1 }),
    save({ ...asX, actions: [1] as unknown as string[] }),
    save({ ...asX, rules: "chess" as "coin" }),
  ])("reads nothing from %j", (text) => {
    expect(load(text)).toBeNull();
  });
});
