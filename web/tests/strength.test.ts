import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { LEVELS } from "../src/game/opponent";
import { STRENGTH } from "../src/view/computer/strength";

interface Measured {
  rules: string;
  games: number;
  matches: { players: [string, string]; score: number }[];
}

const file = new URL("../../src/spookymarks/solver/data/levels.json", import.meta.url);
const measured = JSON.parse(readFileSync(file, "utf8")) as Measured;

function share(one: number, two: string): number {
  for (const { players, score } of measured.matches) {
    if (players[0] === String(one) && players[1] === two) return score;
    if (players[1] === String(one) && players[0] === two) return 1 - score;
  }
  throw new Error(`level ${one} has not played ${two}`);
}

it("says of every level what the published matches say", () => {
  expect([measured.rules, measured.games]).toEqual(["standard", 10_000]);
  for (const level of LEVELS) {
    const { below, random } = STRENGTH[level];
    expect(random).toBeCloseTo(share(level, "random"), 6);
    if (level > 1) expect(below).toBeCloseTo(share(level, String(level - 1)), 6);
  }
});
