/** Reads a text in whatever notation it is written, as a tree to go on with. */

import type { Timeline } from "../game/timeline";
import { newTree, treeOf, type Tree } from "../game/tree";
import type { Kernel, RulesName } from "../kernel/kernel";
import { readAddress } from "./address";
import { readGolf, readKsmanis, readShcherbina } from "./foreign";
import { readGoff } from "./goffreader";
import { readPosition } from "./position";
import { readRecords } from "./recordreader";
import { readGame } from "./text";

export type Format = "game" | "position" | "record" | "goff" | "shcherbina" | "ksmanis" | "golf" | "address";

export interface Reading {
  readonly format: Format;
  readonly tree: Tree;
  /** How many games the text holds; the first of them is read. */
  readonly games: number;
}

/** By what a text begins with or contains; the first that fits. What fits none is a game text. */
const SIGNS: readonly (readonly [Format, RegExp])[] = [
  ["address", /^(?:\S*[#&?])?(?:game|position)=\S*$/],
  ["goff", /^(?:[XO]\d+\s*[+@!]|[@!]\s*[XO]\d)/],
  ["ksmanis", /^\(\s*\d/],
  ["golf", /^[A-I]{2}(?:\s|$)/],
  ["position", /^(?:-|\d{1,2}|[^\s.@-]*(?:\.[^\s.@-]*)+)$/],
  ["shcherbina", /^\d\d\??(?:\s|$)/],
  ["record", /^\[|[({=*]|\s[012](?:\.5)?-[012](?:\.5)?$/],
];

export function formatOf(text: string): Format {
  return SIGNS.find(([, sign]) => sign.test(text.trim()))?.[0] ?? "game";
}

const GAMES = {
  game: readGame,
  shcherbina: readShcherbina,
  ksmanis: readKsmanis,
  golf: readGolf,
  goff: readGoffString,
} as const;

/** Read a text; `rules` count where it does not name its own. Throws NotationError at the first wrong token. */
export function recognise(kernel: Kernel, text: string, rules: RulesName): Reading {
  const format = formatOf(text);
  if (format === "address") return { format, tree: readAddress(kernel, text.trim()).tree, games: 1 };
  if (format === "position")
    return { format, tree: newTree(rules, readPosition(kernel, text, rules).position), games: 1 };
  if (format === "record") return readRecord(kernel, text, rules);
  return ofLine(format, GAMES[format](kernel, text, rules));
}

function ofLine(format: Format, line: Timeline): Reading {
  return { format, tree: newTree(line.rules, "-", line.actions), games: 1 };
}

function readRecord(kernel: Kernel, text: string, rules: RulesName): Reading {
  try {
    const records = readRecords(kernel, text, rules);
    const [first] = records;
    return { format: "record", tree: first ? treeOf(first) : newTree(rules), games: records.length };
  } catch (error) {
    // A game text may have comments too, beside names and commas that no record has.
    if (/[[(=*]/.test(text.replace(/\{[^}]*\}/g, ""))) throw error;
    return ofLine("game", readGame(kernel, text, rules));
  }
}

/** Under the rules at hand, or under Goff's own where the string disagrees with them in its score alone. */
function readGoffString(kernel: Kernel, text: string, rules: RulesName): Timeline {
  try {
    return readGoff(kernel, text, rules);
  } catch (error) {
    try {
      return readGoff(kernel, text, "goff");
    } catch {
      throw error;
    }
  }
}
