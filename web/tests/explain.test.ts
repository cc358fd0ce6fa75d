import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { explain, needsOutcomes } from "../src/explain/explain";
import type { Fact } from "../src/explain/facts";
import { RULE_NAMES, type RulesName } from "../src/kernel/kernel";
import { loadAnalyst } from "../src/kernel/solve";
import { kernel } from "./kernel";

const analyst = await loadAnalyst(readFileSync(new URL("../src/kernel/kernel.wasm", import.meta.url)));

type Question = [RulesName, position: string, action: string, digest: string, facts?: Fact[]];

const known = readFileSync(new URL("../../tests/contract/facts.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Question);

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
