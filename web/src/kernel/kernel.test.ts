import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { actionNumber, actionText } from "./action";
import { KernelError, loadKernel, RULE_NAMES, type Kernel, type Replay } from "./kernel";
import { loadModule } from "./module";
import { REFUSALS } from "./errors";

const bytes = readFileSync(new URL("kernel.wasm", import.meta.url));
const file = new URL("../../../tests/contract/documents.jsonl", import.meta.url);
const documents = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Replay);
const kernel: Kernel = await loadKernel(bytes);

function refusal(call: () => unknown): KernelError {
  try {
    call();
  } catch (error) {
    if (error instanceof KernelError) return error;
  }
  throw new Error("the call was not refused");
}

describe("documents", () => {
  it.each(documents)("of $rules $position are those of the Python rules", (expected) => {
    expect(kernel.read(expected.rules, expected.position)).toStrictEqual(expected);
  });

  it("cover every rule set and every phase", () => {
    expect(new Set(documents.map((each) => each.rules))).toEqual(new Set(RULE_NAMES));
    expect(new Set(documents.map((each) => each.phase))).toEqual(new Set(["place", "measure", "over"]));
  });

  it("start with the empty board", () => {
    for (const rules of RULE_NAMES) expect(kernel.start(rules)).toStrictEqual(kernel.read(rules, "-"));
  });
});

describe("playing", () => {
  it("leads through a game to its score", () => {
    let replay = kernel.start("standard");
    for (const action of "1-4 1-3 5-8 1-8 3-6 2-4 5-8 @5".split(" ")) {
      expect(replay.legal).toContain(action);
      replay = kernel.play("standard", replay.position, action);
    }
    expect(replay.phase).toBe("over");
    expect(replay.score).toEqual({ X: 0.5, O: 1 });
    expect(replay.lines.map((line) => line.highest)).toEqual([6, 7]);
  });

  it("reaches what each outcome announces", () => {
    const replay = kernel.read("standard", "14.15.48.18");
    for (const [square, outcome] of Object.entries(replay.outcomes ?? {})) {
      const after = kernel.play("standard", replay.position, `@${square}`);
      expect(outcome.squares).toEqual(after.squares);
      expect(outcome.lines).toEqual(after.lines);
      for (const settled of outcome.settled) expect(after.squares[settled.square - 1]).toBe(settled.mark);
    }
  });

  it("reads an action in either order and fills the last square", () => {
    expect(kernel.play("standard", "-", "5-1").position).toBe("15");
    expect(kernel.play("standard", "6.7.4.1.8.5.3.2", "9-9").phase).toBe("over");
  });
});

describe("refusals", () => {
  it("name the code, the text and the place", () => {
    const error = refusal(() => kernel.read("standard", "12.1x"));
    expect([error.code, error.text, error.place]).toEqual(["bad_text", "12.1x", 5]);
    expect(error.message).toBe('position "12.1x", character 5: a square is a digit from 1 to 9');
  });

  it.each([
    // The low byte of this letter is that of the digit 1.
    ["bad_text", () => kernel.read("standard", "\u01312")],
    ["bad_text", () => kernel.read("standard", "12.".repeat(1000))],
    ["bad_position", () => kernel.read("standard", "1.1")],
    ["bad_action", () => kernel.play("standard", "-", "1-10")],
    ["illegal_action", () => kernel.play("standard", "12.12", "1-2")],
    ["bad_rules", () => kernel.start("chess" as "standard")],
  ])("have the code %s", (code, call) => {
    expect(refusal(call).code).toBe(code);
  });

  it("of a module that is not this kernel come before its use", async () => {
    await expect(loadKernel(new Uint8Array([1, 2, 3]))).rejects.toMatchObject({ code: "bad_module" });
    await expect(loadModule(bytes, RULE_NAMES.length + 1)).rejects.toMatchObject({ code: "bad_module" });
  });

  it("have words for every number", () => {
    for (const words of Object.values(REFUSALS)) expect(words).toMatch(/^[a-z]/);
  });
});

describe("the module", () => {
  it("comes as bytes or as a response", async () => {
    const fetched = await loadKernel(Promise.resolve(new Response(new Uint8Array(bytes))));
    expect(fetched.start("coin").rules).toBe("coin");
  });

  it("counts action sequences", async () => {
    const module = await loadModule(bytes, RULE_NAMES.length);
    expect(module.perft(0, module.start(), 4)).toBe(1_531_656n);
  });

  it("simulates the games that it traces", async () => {
    const module = await loadModule(bytes, RULE_NAMES.length);
    const totals = module.simulate(0, 7n, 0, 200);
    let plies = 0;
    for (const part of module.trace(0, 7n, 0, 200)) plies += part.length / 88;
    expect(totals.games).toBe(200);
    expect(totals.results.reduce((sum, count) => sum + count)).toBe(200);
    expect(totals.placements + totals.measurements).toBe(plies);
  });
});

describe("actions", () => {
  it("have the same number and text both ways", () => {
    for (let number = 0; number < 45; number++) {
      expect(actionNumber(actionText(number, true))).toBe(number);
      expect(actionNumber(actionText(number, false))).toBe(number);
    }
    expect([actionText(0, false), actionText(35, false), actionText(40, true), actionText(40, false)]).toEqual([
      "1-2",
      "8-9",
      "@5",
      "5-5",
    ]);
  });
});
