import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { loadKernel } from "./kernel";
import { loadAnalyst } from "./solve";
import type { RulesName } from "./types";

/** A game between two levels, as Python wrote it. */
interface Written {
  rules: RulesName;
  X: number;
  O: number;
  seed: string;
  game: string;
  actions: string[];
}

const bytes = readFileSync(new URL("kernel.wasm", import.meta.url));
const kernel = await loadKernel(bytes);
const analyst = await loadAnalyst(bytes);
const games = readFileSync(new URL("../../../tests/contract/choices.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Written);

describe("the levels", { timeout: 60_000 }, () => {
  it.each(games)("play Python's game $game of seed $seed under $rules, $X against $O", (written) => {
    const { rules, seed, game, actions } = written;
    let replay = kernel.start(rules);
    const chosen = actions.map((action) => {
      const { to_act, position } = replay;
      replay = kernel.play(rules, position, action);
      return to_act ? analyst.choose(rules, position, written[to_act], BigInt(seed), BigInt(game)) : action;
    });
    expect(chosen).toEqual(actions);
    expect(replay.phase).toBe("over");
  });

  it.each([
    ["levels are numbered 1 to 9; there is no level 0", "bad_level", () => analyst.choose("standard", "-", 0, 1n, 0n)],
    ["levels are numbered 1 to 9; there is no level 10", "bad_level", () => analyst.choose("standard", "-", 10, 1n, 0n)],
    ["there is no level 2.5", "bad_level", () => analyst.choose("standard", "-", 2.5, 1n, 0n)],
    ["nobody is to act in 12.12: a coin measures", "bad_position", () => analyst.choose("coin", "12.12", 3, 1n, 0n)],
    [
      "nobody is to act in 5.17.4.23.6: the game is over",
      "bad_position",
      () => analyst.choose("standard", "5.17.4.23.6", 3, 1n, 0n),
    ],
    ["character 3", "bad_position", () => analyst.choose("standard", "1.1", 3, 1n, 0n)],
  ])("refuse in a sentence: %s", (sentence, code, ask) => {
    expect(ask).toThrow(expect.objectContaining({ code, message: expect.stringContaining(sentence) as string }));
  });
});
