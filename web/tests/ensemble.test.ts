import { readFileSync } from "node:fs";

import { describe, expect, it, vi } from "vitest";

import { boards, chances, countAfter, fraction, linesOn, stays, type ClassicalBoard } from "../src/game/ensemble";
import { numberOf } from "../src/game/marks";
import { RULE_NAMES, type Replay, type RulesName } from "../src/kernel/kernel";
import { after, kernel } from "./kernel";

// Busy machines take their time over many games.
vi.setConfig({ testTimeout: 30_000 });

interface Case {
  rules: RulesName;
  position: string;
  boards: string[];
}

const file = new URL("../../tests/contract/ensembles.jsonl", import.meta.url);
const cases = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Case);

/** A board as the contract writes it. */
function digits(board: ClassicalBoard): string {
  return board.map((mark) => (mark === null ? 0 : numberOf(mark))).join("");
}

function digitsOf(replay: Replay): string[] {
  return boards(replay).map(digits).sort();
}

/** Random games, the same ones every time. */
function* positions(rules: RulesName, games: number): Generator<Replay> {
  let state = 20_060_211;
  for (let game = 0; game < games; game++) {
    let replay = kernel.start(rules);
    while (replay.phase !== "over") {
      yield replay;
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const action = replay.legal[Math.floor((state / 2 ** 32) * replay.legal.length)] ?? "";
      replay = kernel.play(rules, replay.position, action);
    }
  }
}

describe("the boards of a position", () => {
  it("are those of the Python rules, in all rule sets", () => {
    expect(new Set(cases.map((each) => each.rules))).toEqual(new Set(RULE_NAMES));
    for (const { rules, position, boards: expected } of cases)
      expect(digitsOf(kernel.read(rules, position)), `${rules} ${position}`).toEqual(expected);
  });

  it.each(RULE_NAMES)("of random games under %s are as many as the kernel counts", (rules) => {
    for (const replay of positions(rules, 30)) expect(boards(replay)).toHaveLength(replay.ensemble);
  });

  it("show their lines, the earliest first, as the rules do once all is settled", () => {
    const replay = after("1-4 1-3 5-8 1-8 3-6 2-4 5-8 @5");
    expect(boards(replay).map(linesOn)).toEqual([replay.lines]);
    expect(linesOn(["X1", "O2", "X3", null, null, null, null, null, null])).toEqual([]);
  });
});

describe("an action", () => {
  it.each(RULE_NAMES)("leaves what fits it: the boards after it agree with those before, under %s", (rules) => {
    for (const replay of positions(rules, 2)) {
      const before = boards(replay);
      for (const action of replay.legal) {
        const next = boards(kernel.play(rules, replay.position, action));
        // What was settled before stays as it was, whatever else the action adds.
        const marks = new Set(before[0]?.filter((mark) => mark !== null));
        const left = next.map((board) => digits(board.map((mark) => (mark !== null && marks.has(mark) ? mark : null))));
        const kept = before.filter((board) => stays(board, replay, action)).map(digits);
        expect(kept.sort(), `${replay.position} ${action}`).toEqual([...new Set(left)].sort());
        expect(countAfter(before, replay, action)).toBe(next.length);
      }
    }
  });

  it("that closes a cycle leaves two boards of a tree, and an outcome one of them", () => {
    const tree = after("1-2 2-3 3-4");
    expect(boards(tree).filter((board) => stays(board, tree, "1-4"))).toHaveLength(2);
    const cycle = after("1-2 2-3 3-4 1-4");
    expect(boards(cycle).filter((board) => stays(board, cycle, "@1")).map(digits)).toEqual(["412300000"]);
  });
});

describe("chances", () => {
  it("are Goff's 50, 67, 75 and 83 per cent along a chain, and add up to one in every square", () => {
    const chance = (text: string, mark: string, square: number): string | undefined => {
      const found = chances(boards(after(text)))[square - 1]?.find((each) => each.mark === mark);
      return found && fraction(found);
    };
    expect(chance("1-2", "X1", 1)).toBe("1/2");
    expect(chance("1-2 2-3", "X1", 1)).toBe("2/3");
    expect(chance("1-2 2-3 3-4", "X1", 1)).toBe("3/4");
    expect(chance("1-2 2-3 3-4 4-5 5-6", "X1", 1)).toBe("5/6");
    for (const replay of positions("standard", 20)) {
      for (const square of chances(boards(replay)))
        expect(square.reduce((sum, { count }) => sum + count, 0)).toBe(replay.ensemble);
    }
  });

  it("name the marks in move order and the free square last, and are certain where a mark has settled", () => {
    const [one, two] = chances(boards(after("1-2 2-3 1-4")));
    expect(one?.map(({ mark }) => mark)).toEqual(["X1", "X3", null]);
    expect(two?.map(({ mark }) => mark)).toEqual(["X1", "O2", null]);
    const settled = chances(boards(after("1-2 1-2 @1")))[0];
    expect(settled?.map((each) => [each.mark, fraction(each)])).toEqual([["O2", "1"]]);
  });
});
