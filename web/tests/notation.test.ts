import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import type { Timeline } from "../src/game/timeline";
import { t } from "../src/i18n";
import type { RulesName } from "../src/kernel/types";
import { readGolf, readKsmanis, readShcherbina } from "../src/notation/foreign";
import { writeGoff } from "../src/notation/goff";
import { readGoff } from "../src/notation/goffreader";
import { readPosition } from "../src/notation/position";
import { recordOf, rounded, writeRecord } from "../src/notation/record";
import { readRecord, readRecords } from "../src/notation/recordreader";
import { NotationError } from "../src/notation/scribe";
import { readGame } from "../src/notation/text";
import { refusalText } from "../src/notation/words";
import { game, kernel } from "./kernel";

interface Known {
  format: string;
  rules: RulesName;
  text: string;
  game?: string;
  goff?: string;
  record?: string;
  position?: string;
  token?: string | null;
  place?: number;
}

const FILE = new URL("../../tests/contract/texts.jsonl", import.meta.url);
const known = readFileSync(FILE, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Known);

const GAMES = {
  game: readGame,
  goff: readGoff,
  shcherbina: readShcherbina,
  ksmanis: readKsmanis,
  golf: readGolf,
} as const;

/** What the page reads in a text, in the words of the file. */
function meaning({ format, rules, text }: Known): Omit<Known, "format" | "rules" | "text"> {
  try {
    if (format === "position") return { position: readPosition(kernel, text, rules).position };
    if (format === "record") return { record: writeRecord(readRecord(kernel, text, rules)) };
    return texts(GAMES[format as keyof typeof GAMES](kernel, text, rules));
  } catch (error) {
    // Every refusal has words, in one line.
    expect(refusalText(error)).not.toContain("\n");
    if (!(error instanceof NotationError)) throw error;
    expect(t(error.reason.key, error.reason.values)).not.toMatch(/\{\w+\}/);
    return error.place === 0 ? { token: null } : { token: error.token, place: error.place };
  }
}

function texts(line: Timeline): { game: string; record?: string; goff?: string } {
  const record = recordOf(line);
  const goff = writeGoff(line);
  return { game: line.actions.join(" "), ...(record && { record: writeRecord(record) }), ...(goff !== null && { goff }) };
}

describe("texts", () => {
  it.each(known)("mean to the page what they mean to Python: $format $rules $text", (each) => {
    const { format, rules, text, ...expected } = each;
    // Python has reasons against a whole position, the page names its first wrong field.
    if (format === "position" && expected.token === null) expect(meaning(each).token).toBeTypeOf("string");
    else expect(meaning(each), `${format} ${rules} ${text}`).toEqual(expected);
  });
});

it("refuses in one sentence that names the text and the place", () => {
  const said = (read: () => unknown): string => {
    try {
      read();
    } catch (error) {
      return refusalText(error);
    }
    return "";
  };
  expect(said(() => readGame(kernel, "1-9 1-9 1-5", "standard"))).toBe(
    "“1-5” at character 9: A measurement comes first.",
  );
  expect(said(() => readGoff(kernel, "X1+(1,2); X2+(1,2)", "goff"))).toBe("“X2” at character 11: The next mark is O2.");
  expect(said(() => readRecord(kernel, "1. 1-9 2.", "standard"))).toBe(
    "At the end, character 10: A move number is followed by its placement.",
  );
  expect(said(() => readRecord(kernel, `{😀} 1. 1-9 {${"x".repeat(60)}`, "standard"))).toBe(
    `“{${"x".repeat(38)}…” at character 12: This comment has no closing brace.`,
  );
  expect(said(() => readPosition(kernel, "1.12", "standard"))).toMatch(/^“12” at character 3: /);
  expect(() => refusalText(new RangeError("another"))).toThrow("another");
});

it("reads many records from one text", () => {
  const records = readRecords(kernel, '1. 1-9 * [X "Ada"] 1. 1-8 [O "Alan"] * 1-7', "standard");
  expect(records.map(({ line }) => line.map(({ action }) => action).join(" "))).toEqual(["1-9", "1-8", "", "1-7"]);
  expect(readRecords(kernel, records.map(writeRecord).join("\n"), "standard")).toEqual(records);
});

it("writes only what a notation can express", () => {
  expect(writeGoff(game("1-2", "superposition"))).toBeNull();
  const later: Timeline = { ...game(""), start: "12" };
  expect([writeGoff(later), recordOf(later)]).toEqual([null, null]);
});

it("keeps comments and tags as records can hold them", () => {
  const record = recordOf(game("1-9"), [["Event", 'a "b" \\'], ["X", "Ada"]], " {a}\n b ");
  expect(record && writeRecord(record)).toBe(
    '[X "Ada"]\n[Rules "standard"]\n[Result "*"]\n[Event "a \\"b\\" \\\\"]\n\n{{a) b} 1. 1-9 *\n',
  );
  expect([0.03125, -0.03125, 0.09375, -0.00001, 0.5].map(rounded)).toEqual([0.0312, -0.0312, 0.0938, 0, 0.5]);
});
