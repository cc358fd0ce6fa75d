import { describe, expect, it } from "vitest";

import { readCommand, WORDS, type Word } from "../src/game/command";

const OWN = Object.fromEntries(WORDS.map((word) => [word, ""])) as Record<Word, string>;
const read = (typed: string) => readCommand(typed, OWN);

describe("a typed move", () => {
  it.each(["2 6", "26", "2-6", "2,6", " 2  6 ", "2+6", "(2,6)", "２ ６"])("reads %s as a pair", (typed) => {
    expect(read(typed)).toEqual({ kind: "place", a: 2, b: 6, mark: null });
  });

  it.each(["x3 2 6", "X3 26", "X3 2-6", "x3:2,6", "X3+(2,6)"])("keeps the mark that %s names", (typed) => {
    expect(read(typed)).toMatchObject({ kind: "place", a: 2, b: 6, mark: "X3" });
  });

  it("reads choices", () => {
    expect(read("@5")).toEqual({ kind: "settle", square: 5 });
    expect(read("5")).toEqual({ kind: "one", square: 5 });
    expect(read("A")).toEqual({ kind: "option", letter: "A" });
    expect(read("b")).toEqual({ kind: "option", letter: "B" });
  });
});

describe("a typed question", () => {
  it("reads the English words in any case", () => {
    for (const word of ["board", "LAST", "Turn", "moves", "legal", "score", "cycle", "undo", "help"])
      expect(read(word)).toEqual({ kind: word.toLowerCase() });
    expect(read("?")).toEqual({ kind: "help" });
  });

  it("reads a square and a group", () => {
    expect(read("square 5")).toEqual({ kind: "square", square: 5 });
    expect(read("group a")).toEqual({ kind: "group", letter: "A" });
  });

  it("reads the language's own words as well, several for one thing", () => {
    const danish = { ...OWN, square: "felt", legal: "lovlige træk" };
    expect(readCommand("felt 5", danish)).toEqual({ kind: "square", square: 5 });
    expect(readCommand("Træk", danish)).toEqual({ kind: "legal" });
    expect(readCommand("square 5", danish)).toEqual({ kind: "square", square: 5 });
  });
});

describe("what cannot be read", () => {
  it.each([
    ["", "empty", ""],
    ["xyzzy", "unknown", "xyzzy"],
    ["board now", "unknown", "board now"],
    ["2 0", "squares", "2 0"],
    ["0", "square", "0"],
    ["236", "square", "236"],
    ["square 12", "square", "12"],
    ["square", "square", "square"],
    ["group D", "group", "D"],
  ])("names the text that offends in “%s”", (typed, why, text) => {
    expect(read(typed)).toEqual({ kind: "wrong", why, text });
  });
});
