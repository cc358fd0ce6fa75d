/**
 * Records: games with tags, comments, evaluations and branches, and the text file they are kept in.
 *
 *     [X "Ada"]
 *     [Rules "standard"]
 *     [Result "*"]
 *
 *     {a start comment} 1. 1-9 2. 1-5 =0.5 {a comment} (2. 2-3 {a branch}) 3. 5-9 @5 *
 *
 * The number before a placement is the mark's; a measurement has none. An evaluation is X − O in points. A branch is an
 * alternative to the action it follows. `recordreader.ts` reads them.
 */

import { at, type Timeline } from "../game/timeline";
import type { Replay, RulesName } from "../kernel/types";

export const UNFINISHED = "*";
export const RESULTS = ["1-0", "0-1", "1-0.5", "0.5-1", "1.5-0", "2-0", "0-0", UNFINISHED] as const;
/** How deep branches nest at most. */
export const DEEPEST = 50;

const FIRST_TAGS = ["X", "O", "Rules", "Date", "Result"];
const WIDTH = 80;

export type Tags = readonly (readonly [name: string, value: string])[];

/** An action and what is said about it; every branch, an alternative to it, holds at least one step. */
export interface RecordStep {
  readonly action: string;
  readonly comment: string;
  /** X − O in points, from −2 to 2. */
  readonly evaluation: number | null;
  readonly branches: readonly RecordLine[];
}

export type RecordLine = readonly RecordStep[];

/** A game from the empty board; its Rules and Result tags are always there. */
export interface GameRecord {
  readonly rules: RulesName;
  readonly tags: Tags;
  readonly comment: string;
  readonly line: RecordLine;
}

export function step(action: string, more: Partial<RecordStep> = {}): RecordStep {
  return { action, comment: "", evaluation: null, branches: [], ...more };
}

/** Return a game as a record; null when it did not begin on the empty board. Rules and Result need not be given. */
export function recordOf(line: Timeline, tags: Tags = [], comment = ""): GameRecord | null {
  if (line.start !== "-") return null;
  const end = at(line, line.actions.length);
  return {
    rules: line.rules,
    tags: inOrder([["Rules", line.rules], ["Result", resultOf(end)], ...tags]),
    comment: plain(comment),
    line: line.actions.map((action) => step(action)),
  };
}

/** The result of a finished game, `*` before. */
export function resultOf({ score }: Replay): string {
  return score ? `${score.X}-${score.O}` : UNFINISHED;
}

/** Tags in the order of records; of several with one name the last counts. */
export function inOrder(tags: Tags): Tags {
  const values = new Map(tags);
  const first = FIRST_TAGS.filter((name) => values.has(name));
  return [...first, ...[...values.keys()].filter((name) => !first.includes(name))].map((name) => [
    name,
    values.get(name) ?? "",
  ]);
}

/** A comment as records can hold it: no closing brace, and one space for each run of white space. */
export function plain(comment: string): string {
  return comment.replaceAll("}", ")").replace(/\s+/g, " ").trim();
}

/** An evaluation as it is written: four decimals, halves to the even digit. */
export function rounded(evaluation: number): number {
  const scaled = evaluation * 10_000;
  const below = Math.floor(scaled);
  const tied = scaled - below === 0.5 ? below + (below % 2 === 0 ? 0 : 1) : Math.round(scaled);
  // Adding zero turns -0 into 0.
  return tied / 10_000 + 0;
}

/** Write the canonical text: a tag a line, an empty line, the moves in lines of 80 characters at most. */
export function writeRecord(record: GameRecord): string {
  const tags = inOrder(record.tags);
  const result = tags.find(([name]) => name === "Result")?.[1] ?? UNFINISHED;
  const words = [...commentWords(record.comment), ...lineWords(record.line, 0), result];
  const lines = [words[0] ?? ""];
  for (const word of words.slice(1)) {
    const last = lines.at(-1) ?? "";
    if (lengthOf(last) + 1 + lengthOf(word) > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return [...tags.map(([name, value]) => `[${name} "${escaped(value)}"]`), "", ...lines, ""].join("\n");
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
}

function commentWords(comment: string): string[] {
  const text = plain(comment);
  return text ? `{${text}}`.split(" ") : [];
}

/** The words of a line that begins after so many marks. */
function lineWords(line: RecordLine, marks: number): string[] {
  const words: string[] = [];
  for (const { action, comment, evaluation, branches } of line) {
    const before = marks;
    const settles = action.startsWith("@");
    if (!settles) marks += 1;
    words.push(settles ? action : `${marks}. ${action}`);
    if (evaluation !== null) words.push(`=${rounded(evaluation)}`);
    words.push(...commentWords(comment));
    for (const branch of branches) words.push(...bracketed(lineWords(branch, before)));
  }
  return words;
}

function bracketed(words: string[]): string[] {
  const last = words.length - 1;
  return words.map((word, index) => `${index === 0 ? "(" : ""}${word}${index === last ? ")" : ""}`);
}

/** In characters, as people and other programs count them. */
function lengthOf(text: string): number {
  return [...text].length;
}
