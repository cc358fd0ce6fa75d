import { readFileSync } from "node:fs";

import { describe, expect, it, vi } from "vitest";

import { loadAnalyst } from "../src/kernel/solve";
import { readAsk, writeAsk } from "../src/puzzles/address";
import { draw, fitting, gradeAfter, next } from "../src/puzzles/choose";
import { answers, findPuzzle, KINDS, PUZZLES } from "../src/puzzles/collection";
import { dayAt, daysAround, FIRST_DAY, isOut, later, puzzleOf } from "../src/puzzles/days";
import * as progress from "../src/puzzles/progress";
import { shareText, task, wrongText } from "../src/puzzles/words";
import { kernel } from "./kernel";

// Busy machines take their time over 400 analyses.
vi.setConfig({ testTimeout: 60_000 });

interface Shipped {
  id: string;
  kind: string;
  grade: number;
  position: string;
  to_act: string;
  value: number;
  placements: number | null;
  answers: string[];
}

const file = new URL("../../src/spookymarks/solver/data/puzzles.jsonl", import.meta.url);
const shipped = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Shipped);
const analyst = await loadAnalyst(readFileSync(new URL("../src/kernel/kernel.wasm", import.meta.url)));

function found(id: string) {
  const puzzle = findPuzzle(id);
  if (!puzzle) throw new Error(`no puzzle ${id}`);
  return puzzle;
}

describe("the collection", () => {
  it("is the one that is shipped", () => {
    const known = shipped.map(({ id, kind, grade, position, placements }) => ({ id, kind, grade, position, placements }));
    expect(PUZZLES).toEqual(known);
    expect(PUZZLES).toHaveLength(400);
  });

  it("has the answers that are shipped, as the page's solver finds them", () => {
    for (const { id, position, answers: expected, value, to_act } of shipped) {
      const analysis = analyst.analyze("standard", position, "full");
      expect(answers(found(id).kind, analysis).sort(), id).toEqual(expected.sort());
      expect([analysis.value, analysis.to_act], id).toEqual([value, to_act]);
    }
  });

  it("has every kind, and knows no other puzzle", () => {
    for (const kind of KINDS) expect(PUZZLES.filter((puzzle) => puzzle.kind === kind)).toHaveLength(100);
    expect(findPuzzle("draw-000000")).toBeNull();
  });
});

describe("days", () => {
  it("begin at midnight UTC and follow each other over months and years", () => {
    expect(dayAt(Date.parse("2026-11-30T23:59:59Z"))).toBe("2026-11-30");
    expect(dayAt(Date.parse("2026-12-01T00:00:00Z"))).toBe("2026-12-01");
    expect(later("2026-12-31", 1)).toBe("2027-01-01");
    expect(later("2028-03-01", -1)).toBe("2028-02-29");
  });

  it("each have another puzzle than the days before, until all have been", () => {
    const ids = Array.from({ length: PUZZLES.length }, (_, n) => puzzleOf(later("2026-11-30", n), PUZZLES).id);
    expect(new Set(ids).size).toBe(PUZZLES.length);
    // A change here changes everybody's past days.
    expect(ids.slice(0, 3)).toEqual(["choice-ab8aa3", "win-befe80", "draw-aca201"]);
  });

  it("are out from the first day to today", () => {
    for (const day of [FIRST_DAY, "2026-11-30"]) expect(isOut(day, "2026-11-30")).toBe(true);
    for (const day of ["2025-12-31", "2026-12-01", "2026-02-30", "2026-2-3", "today", ""])
      expect(isOut(day, "2026-11-30"), day).toBe(false);
  });

  it("are shown around the one that is looked at, none of them later than today or earlier than the first", () => {
    expect(daysAround("2026-11-30", "2026-11-30", 3)).toEqual(["2026-11-28", "2026-11-29", "2026-11-30"]);
    expect(daysAround("2026-11-01", "2026-11-30", 3)).toEqual(["2026-11-01", "2026-11-02", "2026-11-03"]);
    expect(daysAround(FIRST_DAY, "2026-11-30", 5)).toEqual(["2026-01-01", "2026-01-02", "2026-01-03"]);
  });
});

describe("addresses", () => {
  const today = "2026-11-30";

  it.each(["#day=2026-11-29", "#practice", "#practice&kind=win&grade=2", "#practice&id=draw-15c19a", "#streak"])(
    "%s is read as it is written",
    (fragment) => {
      const ask = readAsk(fragment, today);
      if (ask.mode === "missing") throw new Error("not found");
      expect(writeAsk(ask)).toBe(`/puzzles${fragment}`);
    },
  );

  it("ask for today's puzzle when they say nothing, and for any one by its id alone", () => {
    expect(readAsk("", today)).toEqual({ mode: "day", day: today });
    expect(readAsk("#id=draw-15c19a", today)).toMatchObject({ mode: "practice", id: "draw-15c19a" });
  });

  it("say what there is not", () => {
    expect(readAsk("#day=2026-12-01", today)).toEqual({ mode: "missing", text: "2026-12-01" });
    expect(readAsk("#id=nonsense", today)).toEqual({ mode: "missing", text: "nonsense" });
    expect(readAsk("#practice&kind=chess&grade=9", today)).toMatchObject({ filter: { kind: null, grade: null } });
  });
});

describe("progress", () => {
  const { NONE, record, goOn, breakOff, streak, merge, read, write } = progress;
  const before = (day: string): string => later(day, -1);

  it("keeps the first result, but lets a puzzle be solved whose answer was shown", () => {
    expect(record(record(NONE, "a", 2, null), "a", 1, null).solved).toEqual({ a: 2 });
    expect(record(record(NONE, "a", 0, null), "a", 3, null).solved).toEqual({ a: 3 });
  });

  it("keeps how a day went, whatever comes later", () => {
    const shown = record(NONE, "a", 0, "2026-11-30");
    expect(record(shown, "a", 1, "2026-11-30").days).toEqual({ "2026-11-30": 0 });
  });

  it("counts the days in a row up to today, which may still be open", () => {
    const days = { "2026-11-27": 1, "2026-11-28": 0, "2026-11-29": 2, "2026-11-30": 1 };
    expect(progress.daysInRow({ ...NONE, days }, "2026-11-30", before)).toBe(2);
    expect(progress.daysInRow({ ...NONE, days }, "2026-12-01", before)).toBe(2);
    expect(progress.daysInRow({ ...NONE, days }, "2026-12-02", before)).toBe(0);
  });

  it("counts a streak by its solved puzzles and keeps the longest", () => {
    const third = ["a", "b", "c"].reduce(goOn, NONE);
    expect([streak(NONE), streak(third), third.best]).toEqual([0, 2, 2]);
    const over = breakOff(third);
    expect([streak(over), over.best, goOn(over, "d").best]).toEqual([0, 2, 2]);
  });

  it("reads what it wrote and nothing else", () => {
    const some = goOn(record(NONE, "a", 2, "2026-11-30"), "b");
    expect(read(write(some))).toEqual(some);
    for (const text of [null, "", "{", "[]", "7", '{"solved":{},"days":{},"run":[1],"best":0}'])
      expect(read(text), String(text)).toBeNull();
    expect(read('{"solved":{"a":-1},"days":{},"run":[],"best":0}')).toBeNull();
  });

  it("takes in another's without losing a first result of its own", () => {
    const here = record(NONE, "a", 2, null);
    const there = { ...record(record(NONE, "a", 1, null), "b", 1, null), best: 5 };
    expect(merge(here, there)).toMatchObject({ solved: { a: 2, b: 1 }, best: 5 });
  });
});

describe("the next puzzle", () => {
  const wins = fitting(PUZZLES, { kind: "win", grade: 1 });
  const [first = "", second = "", third = ""] = wins.map(({ id }) => id);

  it("is of the theme and grade, and not solved yet as long as there is one", () => {
    expect(new Set(wins.map(({ kind, grade }) => `${kind} ${grade}`))).toEqual(new Set(["win 1"]));
    expect(next(wins, progress.NONE, null)?.id).toBe(first);
    expect(next(wins, progress.NONE, first)?.id).toBe(second);
    expect(next(wins, progress.record(progress.NONE, second, 1, null), first)?.id).toBe(third);
    const all = wins.reduce((so, { id }) => progress.record(so, id, 1, null), progress.NONE);
    expect(next(wins, all, first)?.id).toBe(second);
    expect(next([], all, null)).toBeNull();
  });

  it("of a streak rises in grade, and never comes twice", () => {
    expect([0, 2, 3, 11, 12, 99].map(gradeAfter)).toEqual([1, 1, 2, 4, 5, 5]);
    const run: string[] = [];
    for (let n = 0; n < PUZZLES.length; n++) {
      const puzzle = draw(PUZZLES, run, (n * 0.37) % 1);
      if (n < 15) expect(puzzle?.grade).toBe(gradeAfter(n));
      run.push(puzzle?.id ?? "");
    }
    expect(new Set(run).size).toBe(PUZZLES.length);
    expect(draw(PUZZLES, run, 0.999)).not.toBeNull();
  });
});

describe("words", () => {
  it("tell the task of each kind", () => {
    const told = (id: string): string => task(found(id), kernel.read("standard", found(id).position));
    expect(told("draw-15c19a")).toBe("O to act: find the only move that keeps the draw.");
    for (const { id, to_act, placements, kind } of shipped) {
      expect(told(id).startsWith(`${to_act} to act: `), id).toBe(true);
      if (kind === "win") expect(told(id)).toContain(`in ${placements} placement`);
    }
  });

  it("tell why each wrong action is wrong, from its value", () => {
    const puzzle = found("draw-15c19a");
    const analysis = analyst.analyze("standard", puzzle.position, "full");
    const values = new Map(analysis.actions.map(({ action, value }) => [value, action]));
    expect(wrongText(puzzle, analysis, values.get(1) ?? "")).toMatch(/^O8 in .* is not the answer\. With best play X then comes out 1 ahead\.$/);
    const win = PUZZLES.find(({ kind, id }) => {
      const found = shipped.find((each) => each.id === id);
      return kind === "win" && found && analyst.analyze("standard", found.position, "full").actions.some((each) => each.class === "holds");
    });
    if (!win) throw new Error("no win has a slower way");
    const before = analyst.analyze("standard", win.position, "full");
    const slow = before.actions.find((each) => each.class === "holds")?.action ?? "";
    expect(wrongText(win, before, slow)).toContain(`instead of ${before.distance}`);
  });

  it("share a result that names no square", () => {
    const text = shareText(found("draw-15c19a"), "30 November 2026", 3, "https://example.org/puzzles#day=2026-11-30");
    expect(text).toBe(
      "Quantum Tic-Tac-Toe, puzzle of 30 November 2026, grade 2 of 5\n✗✗✓ Solved with 3 tries\nhttps://example.org/puzzles#day=2026-11-30",
    );
  });
});
