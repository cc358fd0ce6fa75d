import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { explain, needsOutcomes } from "../src/explain/explain";
import type { Code, Fact } from "../src/explain/facts";
import { sentence } from "../src/explain/words";
import { RULE_NAMES, type RulesName } from "../src/kernel/kernel";
import { loadAnalyst } from "../src/kernel/solve";
import { kernel } from "./kernel";

const analyst = await loadAnalyst(readFileSync(new URL("../src/kernel/kernel.wasm", import.meta.url)));

type Question = [RulesName, position: string, action: string, digest: string, facts?: Fact[]];

const known = readFileSync(new URL("../../tests/contract/facts.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Question);

const CODES: readonly Code[] = [
  "better",
  "closes-cycle",
  "decides",
  "draw-certain",
  "ends-game",
  "every-outcome",
  "every-outcome-line",
  "gives-away",
  "keeps",
  "lines-open",
  "no-line-left",
  "not-the-best",
  "only-action",
  "only-answer",
  "other-choice",
  "outcome",
  "refutation",
  "settles",
  "starts-round",
  "threat",
  "worth",
];

function found(rules: RulesName, position: string, action: string): Fact[] {
  const following = kernel.play(rules, position, action);
  const outcomes = needsOutcomes(following) ? analyst.analyze(rules, following.position, "values") : null;
  return explain(kernel, analyst.analyze(rules, position, "full"), action, outcomes);
}

function digest(facts: readonly Fact[]): string {
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 8);
}

describe("facts", { timeout: 120_000 }, () => {
  it.each(RULE_NAMES)("under %s are those of Python", (name) => {
    const questions = known.filter(([rules]) => rules === name);
    expect(questions.length).toBe(400);
    const different = questions.filter(([rules, position, action, expected, facts]) => {
      const ours = found(rules, position, action);
      if (facts) expect(ours).toEqual(facts);
      return digest(ours) !== expected;
    });
    expect(different.map(([, position, action]) => `${position} ${action}`)).toEqual([]);
  });
});

/** Without the spaces and hyphens that hold words together. */
function plain(text: string): string {
  return text.replaceAll("\u00a0", " ").replaceAll("\u2011", "-");
}

function said(position: string, action: string, rules: RulesName = "standard"): string[] {
  return found(rules, position, action).map((fact) => plain(sentence(fact, rules)));
}

describe("sentences", () => {
  it("tell a closed cycle with both outcomes, what is lost and what would have been better", () => {
    expect(said("49.5.2.13.34.69", "6-9")).toEqual([
      "X7 closes a cycle: O6 and X7. X1, O4, and X5 hang on it as stems. O chooses whether X7 settles in 6 or in 9.",
      "If X7 settles in 6, O has 1-5-9, highest mark O6. The game ends X 0 : 1 O.",
      "If X7 settles in 9, there is no line. Then it is a draw with best play.",
      "X gives 1 point away. Before, it was a draw. With best play O now wins by 1.",
      "Better: 3-4, 3-9, or 4-9. Then it is a draw with best play.",
      "O chooses square 6. The game ends X 0 : 1 O.",
      "The only good choice of O is square 6.",
    ]);
  });

  it("tell a measurement with its other choice and how the game goes on", () => {
    expect(said("49.56.26.47.89.47", "@4")).toEqual([
      "O6 settles in 4. This forces O4 → 7, X1 → 9, and X5 → 8.",
      "The other choice was square 7. Then O wins by 1 with best play.",
      "X gives nothing away. With best play O now wins by 1.",
      "O wins by force in 3 placements: @4 2-5 @2 1-3 1-3 @1. The game ends X 0 : 1 O.",
      "Still open to X: 1-2-3, 2-5-8, 3-6-9, and 1-5-9.",
      "Still open to O: 1-2-3, 4-5-6, 1-4-7, and 3-5-7.",
    ]);
  });

  it("tell averages under a coin, which nobody is blamed for", () => {
    const [first] = said("19.15", "5-9", "coin");
    expect(first).toContain("A coin decides whether X3 settles in 5 or in 9.");
    const told = said("19.15.59", "@5", "coin");
    expect(told[1]).toMatch(/^(Nobody is ahead on average now|[XO] is now ahead by 0\.\d+ on average)\.$/);
    expect(told.join(" ")).not.toContain("gives");
  });

  it("are whole for every kind of fact, which the questions all bring up", () => {
    const met = new Map<Code, number>();
    for (const [rules, , , , facts] of known) {
      for (const fact of facts ?? []) {
        met.set(fact.code, (met.get(fact.code) ?? 0) + 1);
        expect(sentence(fact, rules)).toMatch(/^[A-Z][^{}]*[.]$/);
      }
    }
    expect([...met.keys()].sort()).toEqual([...CODES].sort());
  });
});
