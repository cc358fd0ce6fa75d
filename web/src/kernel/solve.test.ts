import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { loadModule } from "./module";
import { loadAnalyst, type Analyst } from "./solve";
import { RULE_NAMES, type Analysis } from "./types";

const bytes = readFileSync(new URL("kernel.wasm", import.meta.url));
const analyst: Analyst = await loadAnalyst(bytes);

const lines = readFileSync(new URL("../../../tests/contract/analyses.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");
const known = lines.map((line) => ({ line, ...(JSON.parse(line) as Analysis) }));

/** The document as Python wrote it, without what the machine and earlier questions decide. */
function written(analysis: Analysis): string {
  return JSON.stringify({ ...analysis, nodes: undefined, seconds: undefined });
}

// The earliest positions take a second or two on a machine with nothing else to do.
describe("analyses", { timeout: 60_000 }, () => {
  it.each(known)("of $rules $position are those of Python, byte for byte", ({ line, rules, position }) => {
    expect(written(analyst.analyze(rules, position, "full"))).toBe(line);
  });

  it("cover every rule set, phase and class of actions", () => {
    expect(new Set(known.map((each) => each.rules))).toEqual(new Set(RULE_NAMES));
    expect(new Set(known.map((each) => each.phase))).toEqual(new Set(["place", "measure", "over"]));
    const classes = known.flatMap((each) => each.actions.map((action) => action.class));
    expect(new Set(classes)).toEqual(new Set(["best", "holds", "loses"]));
  });

  it("of the empty board find both best first moves", () => {
    const analysis = analyst.analyze("standard", "-", "values");
    expect(analysis.value).toBe(0.5);
    expect(analysis.actions.filter((each) => each.value === 0.5).map((each) => each.action)).toEqual(["1-9", "3-7"]);
    expect(analysis.actions.slice(2).every((each) => each.value === 0 && each.class === "loses")).toBe(true);
  });

  it("say as much as was asked", () => {
    const [values, withLines, full] = (["values", "lines", "full"] as const).map((depth) =>
      analyst.analyze("standard", "5.4.3.7", depth),
    );
    expect(full?.distance).not.toBeNull();
    expect(full?.actions.some((each) => each.replies !== null)).toBe(true);
    expect(withLines?.actions).toEqual(full?.actions.map((each) => ({ ...each, replies: null })));
    expect(values?.distance).toBeNull();
    expect(values?.actions.every((each) => each.distance === null && each.line.length === 0)).toBe(true);
    const sorted = (analysis?: Analysis): string[] =>
      (analysis?.actions ?? []).map(({ action, value }) => `${action} ${String(value)}`).sort();
    expect(sorted(values)).toEqual(sorted(full));
  });

  it("do not depend on what was asked before", async () => {
    const fresh = await loadAnalyst(bytes);
    analyst.analyze("standard", "15.26.37", "full");
    expect(written(fresh.analyze("goff", "15.26.37", "full"))).toBe(
      written(analyst.analyze("goff", "15.26.37", "full")),
    );
  });

  it("count their costs", () => {
    const { nodes, seconds } = analyst.analyze("single", "15.26.38", "values");
    expect(nodes).toBeGreaterThan(0);
    expect(seconds).toBeGreaterThan(0);
  });

  it("are refused for what is no position", () => {
    expect(() => analyst.analyze("standard", "1.1", "full")).toThrow(expect.objectContaining({ code: "bad_position" }));
    expect(() => analyst.analyze("chess" as "goff", "-", "full")).toThrow(
      expect.objectContaining({ code: "bad_rules" }),
    );
  });
});

describe("the memory of the solver", () => {
  const sizeOf = (module: object): number =>
    (module as { exports: { memory: WebAssembly.Memory } }).exports.memory.buffer.byteLength;

  it("is taken at the first question, once, and is none of the file's", async () => {
    const module = await loadModule(bytes, RULE_NAMES.length);
    const before = sizeOf(module);
    expect(before).toBeLessThan(1 << 20);
    module.solve(0, module.start(), 0);
    const after = sizeOf(module);
    expect(after - before).toBeGreaterThan(1 << 20);
    expect(after - before).toBeLessThanOrEqual(16 << 20);
    module.solve(0, module.start(), 0);
    expect(sizeOf(module)).toBe(after);
  });

  it("is refused in words when there is none", async () => {
    const module = await loadModule(bytes, RULE_NAMES.length);
    const { exports } = module as unknown as { exports: { memory: WebAssembly.Memory } };
    Object.defineProperty(exports.memory, "grow", { value: () => { throw new RangeError("full"); } });
    expect(() => module.solve(0, module.start(), 0)).toThrow(/there is no memory for the solver/);
  });
});
