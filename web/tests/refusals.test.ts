import "./words";

import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import en from "../src/i18n/en";
import { KernelError, REFUSALS } from "../src/kernel/errors";
import { ApiError } from "../src/link/api";
import { refusalOf, SERVER_CODES } from "../src/refusals";
import { kernel } from "./kernel";

function thrown(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("refusals of the kernel", () => {
  it.each([
    [() => kernel.read("standard", "12.1x"), "Position “12.1x”, character 5: A square is a digit from 1 to 9."],
    [() => kernel.read("standard", "1.1"), "Position “1.1”, character 3: Two settled marks stand in the same square."],
    [
      () => kernel.play("standard", "-", "@5"),
      "@5 is not possible here. Both halves stand in one square only when it is the last one left and nothing waits to be measured.",
    ],
    [() => kernel.play("standard", "-", "1-10"), "“1-10” is not a move. Moves look like 1-9, @5 or 4-4."],
    [() => kernel.start("chess" as "standard"), "There is no rule set “chess”."],
  ])("name the text and the place", (call, words) => {
    expect(refusalOf(thrown(call))).toBe(words);
  });

  it("have words for every number of the kernel", () => {
    const reasons = Object.keys(en).flatMap((key) => /^refused\.kernel\.(\d+)$/.exec(key)?.[1] ?? []);
    expect(reasons).toEqual(Object.keys(REFUSALS));
  });

  it("do not repeat a text of any length", () => {
    const error = new KernelError("bad_rules", "x".repeat(5000), 0, "");
    expect(refusalOf(error).length).toBeLessThan(100);
  });
});

describe("refusals of the server", () => {
  it("have words for every code of the server", () => {
    const source = readFileSync(new URL("../../src/spookymarks/server/errors.py", import.meta.url), "utf8");
    const codes = [...source.matchAll(/^ {4}[A-Z_]+ = "(\w+)"/gm)].map((match) => match[1]);
    expect(codes.length).toBeGreaterThan(10);
    expect([...SERVER_CODES].sort()).toEqual(codes.sort());
  });

  it("are told by their code, in whatever words they came", () => {
    expect(refusalOf(new ApiError("seat_taken", "Too late."))).toBe("Somebody else has taken this seat.");
    expect(refusalOf({ code: "illegal", message: "square 5 is closed" })).toBe(
      "The rules or the terms of this game do not allow that.",
    );
    expect(refusalOf(new ApiError("network", ""))).toBe("The server cannot be reached.");
  });

  it("of a newer server are told in its own words", () => {
    expect(refusalOf({ code: "asleep", message: "The server sleeps." })).toBe("The server sleeps.");
  });

  it("have words even when nothing is known", () => {
    expect(refusalOf(new TypeError("x is undefined"))).toBe("Something went wrong. Try again.");
    expect(refusalOf(undefined)).toBe("Something went wrong. Try again.");
  });
});
