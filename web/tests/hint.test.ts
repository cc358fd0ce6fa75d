import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { groups } from "../src/board/groups";
import { hintOf, type Hint } from "../src/game/hint";
import { RULE_NAMES, type Replay, type RulesName } from "../src/kernel/kernel";
import { loadAnalyst } from "../src/kernel/solve";
import { momentTexts } from "../src/view/computer/words";
import { after, kernel } from "./kernel";

const analyst = await loadAnalyst(readFileSync(new URL("../src/kernel/kernel.wasm", import.meta.url)));

function hint(replay: Replay): Hint | null {
  return hintOf(analyst.analyze(replay.rules, replay.position, "lines"));
}

/** A small generator (Park and Miller 1988), so that every run looks at the same games. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Positions of random games with four marks or more: earlier ones take long. */
function positions(rules: RulesName, count: number): Replay[] {
  const next = random(2012 + RULE_NAMES.indexOf(rules));
  const found: Replay[] = [];
  while (found.length < count) {
    let replay = kernel.start(rules);
    while (replay.phase !== "over") {
      const action = replay.legal[Math.floor(next() * replay.legal.length)] ?? "";
      replay = kernel.play(rules, replay.position, action);
      if (replay.position.split(".").length >= 4 && replay.to_act) found.push(replay);
    }
  }
  return found.slice(0, count);
}

/** What the position is worth to the side to act, found by looking one action further. */
function worth(replay: Replay, action: string): number {
  const next = kernel.play(replay.rules, replay.position, action);
  const value = next.score
    ? next.score.X - next.score.O
    : analyst.analyze(next.rules, next.position, "values").value;
  return replay.to_act === "X" ? value : -value;
}

const squares = (action: string): number[] => action.replace("@", "").split("-").map(Number);

describe.each(RULE_NAMES)("hints under %s", { timeout: 120_000 }, (rules) => {
  it("are true of every position", () => {
    let hints = 0;
    for (const replay of positions(rules, 60)) {
      const found = hint(replay);
      if (!found) {
        expect(replay.legal).toHaveLength(1);
        continue;
      }
      hints += 1;
      const values = new Map(replay.legal.map((action) => [action, worth(replay, action)]));
      const best = Math.max(...values.values());
      const keepers = replay.legal.filter((action) => values.get(action) === best);
      expect(found.of, replay.position).toBe(replay.legal.length);
      expect(found.keep, replay.position).toBe(keepers.length);
      expect(found.stand).toBe(best > 0 ? "ahead" : best < 0 ? "behind" : "even");
      if (found.by !== null) expect(found.by).toBe(Math.abs(best));
      if (rules !== "coin") expect(found.by).not.toBeNull();
      // Nothing but an average has such values.
      else if (found.by === null) expect(Math.abs(best)).toBeLessThan(1);
      expect(keepers).toContain(found.best);
      const closers = keepers.filter((action) => replay.closing.includes(action));
      if (found.cycle === "close") expect(closers).toEqual(keepers);
      if (found.cycle === "leave") expect(closers).toEqual([]);
      checkPlace(replay, found);
    }
    expect(hints).toBeGreaterThan(30);
  });
});

/** What a hint says about where to look, and that it leaves something to find. */
function checkPlace(replay: Replay, { where, best, decision, keep }: Hint): void {
  const [one, two] = Object.values(replay.outcomes ?? {});
  switch (where?.kind) {
    case "square": {
      expect(squares(best)).toContain(where.square);
      const others = replay.legal.filter((action) => squares(action).includes(where.square));
      expect(others.length).toBeGreaterThan(1);
      break;
    }
    case "group": {
      const group = groups(replay).find(({ letter }) => letter === where.group);
      expect(squares(best).every((square) => group?.squares.includes(square))).toBe(true);
      const within = replay.legal.filter((action) => squares(action).every((each) => where.squares.includes(each)));
      expect(within.length).toBeGreaterThan(1);
      break;
    }
    case "lines": {
      const lines = [...(one?.lines ?? []), ...(two?.lines ?? [])];
      expect(where.marks.every((mark) => lines.some((line) => mark === `${line.mark}${line.highest}`))).toBe(true);
      break;
    }
    case "owners":
      for (const square of where.squares) {
        expect(one?.squares[square - 1]?.[0]).not.toBe(two?.squares[square - 1]?.[0]);
      }
      break;
    case "numbers":
      expect(one?.squares.map((mark) => mark?.[0])).toEqual(two?.squares.map((mark) => mark?.[0]));
      break;
    default:
      // Nothing to look at: two choices as good as each other, or a place that would be the answer.
      if (decision === "choose") expect(keep).toBe(2);
      else expect(replay.legal.filter((action) => squares(action).some((each) => squares(best).includes(each))).length).toBeLessThan(3);
  }
}

describe("a hint", () => {
  it("says in order what kind of moment it is", () => {
    const found = hint(after("1-9 3-8"));
    expect(found).toMatchObject({ stand: "ahead", by: 1, keep: 1, of: 36, best: "1-9" });
    expect(found && momentTexts(found)).toEqual([
      "You can win by 1, whatever the other side does.",
      "Only 1 of 36 moves gets you that much. Be careful.",
    ]);
  });

  it("does not name the answer where there are two cycles to close and one is right", () => {
    expect(hint(after("1-9 3-8"))?.cycle).toBeNull();
  });

  it("warns of a cycle that gives something away", () => {
    const found = hint(after("1-9 1-5"));
    expect(found?.cycle).toBe("leave");
    expect(found && momentTexts(found)).toContain("Do not close a cycle now.");
  });

  it("tells who is behind how long it can last", () => {
    const found = hint(after("1-9 3-8 1-9"));
    expect(found).toMatchObject({ decision: "choose", mark: "X3", stand: "behind", by: 1 });
    expect(found?.lasts).toBeGreaterThan(1);
    expect(found && momentTexts(found).at(-1)).toMatch(/^Make it long: you can hold out for \d more marks\.$/);
  });

  it("is none when nobody is to act, or only one action is legal", () => {
    expect(hint(after("1-5 1-5", "coin"))).toBeNull();
    expect(hint(after("1-4 1-3 5-8 1-8 3-6 2-4 5-8 @5"))).toBeNull();
    expect(hint(after("1-3 4-8 2-3 1-5 4-5 5-9 4-6 4-6 @6"))).toBeNull();
  });
});
