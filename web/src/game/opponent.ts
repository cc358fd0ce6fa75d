/** A game against the computer: its terms, its actions, and what was taken back. Pure values. */

import { RULE_NAMES, type Letter, type Replay, type RulesName } from "../kernel/types";
import { readShared, writeShared } from "./address";
import { areTexts, type History } from "./localgame";
import { choices } from "./marks";

export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
export type Level = (typeof LEVELS)[number];

/** What a person chooses before the first game. */
export interface Setup {
  readonly rules: RulesName;
  readonly level: Level;
  readonly side: Letter | "random";
  /** For teachers: neither undo nor hints. */
  readonly strict: boolean;
}

export interface Match extends History {
  readonly rules: RulesName;
  readonly level: Level;
  /** The person's side. */
  readonly side: Letter;
  readonly strict: boolean;
  /** The position that the actions begin at; `-` is the empty board. */
  readonly start: string;
  /** All chance comes from these two: a number of 64 bits as text, and which game of that seed it is. */
  readonly seed: string;
  readonly game: number;
  /** Whether its result has been counted, or is not to be. */
  readonly counted: boolean;
}

/** What an address asks for; what it does not say is null. */
export interface Wanted {
  readonly setup: { readonly [K in keyof Setup]: Setup[K] | null };
  readonly seed: string | null;
  readonly start: string;
  readonly actions: readonly string[];
}

export const USUAL: Setup = { rules: "standard", level: 2, side: "random", strict: false };

const LARGEST_SEED = 2n ** 64n - 1n;

/** Begin a game; one that begins on the way is no measure of strength, so it does not count. */
export function newMatch(
  setup: Setup & { side: Letter },
  seed: string,
  begin: { start: string; actions: readonly string[] } = { start: "-", actions: [] },
): Match {
  const counted = begin.start !== "-" || begin.actions.length > 0;
  return { ...setup, ...begin, seed, game: 0, undone: [], counted };
}

/** The next game of the same seed, with the sides swapped, from the same start. */
export function nextMatch(match: Match): Match {
  const { start, side, game } = match;
  return {
    ...match,
    side: side === "X" ? "O" : "X",
    game: game + 1,
    actions: [],
    undone: [],
    counted: start !== "-",
  };
}

/** Every action with who takes it: of those played and then of those taken back. */
type Actors = readonly (Letter | null)[];

/** Go back to before the person's last decision; null when there was none. */
export function undo(match: Match, actors: Actors): Match | null {
  const { actions, undone, side } = match;
  const last = actors.slice(0, actions.length).lastIndexOf(side);
  if (last < 0) return null;
  return { ...match, actions: actions.slice(0, last), undone: [...actions.slice(last), ...undone] };
}

/** Go forward to the person's next decision that was taken back, or to the end; null when nothing was. */
export function redo(match: Match, actors: Actors): Match | null {
  const { actions, undone, side } = match;
  if (!undone.length) return null;
  const next = actors.indexOf(side, actions.length + 1);
  const count = next < 0 ? undone.length : next - actions.length;
  return { ...match, actions: [...actions, ...undone.slice(0, count)], undone: undone.slice(count) };
}

/** Which of its two squares the coin chooses: always the same one at this place of this game. */
export function fall(match: Match, replay: Replay): string {
  // The levels draw from the games 0, 1, 2 … of the seed, so that the coin's numbers are others than theirs.
  const place = (2n ** 32n + BigInt(match.game)) * 32n + BigInt(match.actions.length + 1);
  const side = mixed(BigInt(match.seed) + 0x9e3779b97f4a7c15n * place) >> 63n;
  return `@${choices(replay)[Number(side)] ?? ""}`;
}

/** The output of SplitMix64 (Steele, Lea, Flood 2014), as in the kernel. */
function mixed(state: bigint): bigint {
  const word = (value: bigint): bigint => BigInt.asUintN(64, value);
  let z = word(state);
  z = word((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = word((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}

/** Read a fragment such as `#level=3&side=O&rules=coin&strict=1&seed=7&game=1-9`. */
export function readWanted(fragment: string): Wanted {
  const said = new URLSearchParams(fragment.replace(/^#/, ""));
  const { start, actions, ply } = readShared(fragment);
  const side = said.get("side");
  return {
    setup: {
      rules: RULE_NAMES.find((name) => name === said.get("rules")) ?? null,
      level: LEVELS.find((level) => String(level) === said.get("level")) ?? null,
      side: side === "X" || side === "O" || side === "random" ? side : null,
      strict: said.has("strict") ? said.get("strict") === "1" : null,
    },
    seed: isSeed(said.get("seed")) ? said.get("seed") : null,
    start,
    actions: actions.slice(0, ply ?? actions.length),
  };
}

/** The fragment with which everybody meets the same opponent: the same actions get the same replies. */
export function writeWanted({ rules, level, side, strict, start, seed }: Match): string {
  const begin = writeShared({ rules, start, actions: [], ply: null });
  const terms = `level=${level}&side=${side}&seed=${seed}${strict ? "&strict=1" : ""}`;
  return begin ? `${terms}&${begin}` : terms;
}

/** Write a game for the browser's storage. */
export function save(match: Match): string {
  return JSON.stringify(match);
}

/** Read what `save` wrote; null when it is anything else. The rules judge whether the actions are legal. */
export function load(text: string | null): Match | null {
  const value = parsed(text);
  const setup = setupOf(value);
  const { start, seed, game, actions, undone, counted } = value;
  if (setup === null || setup.side === "random") return null;
  if (typeof start !== "string" || !isSeed(seed) || !Number.isSafeInteger(game) || Number(game) < 0) return null;
  if (!areTexts(actions) || !areTexts(undone) || typeof counted !== "boolean") return null;
  return { ...setup, side: setup.side, start, seed, game: Number(game), actions, undone, counted };
}

/** Read a setup that was stored as JSON; null when it is none. */
export function loadSetup(text: string | null): Setup | null {
  return setupOf(parsed(text));
}

function setupOf(value: Record<string, unknown>): Setup | null {
  const rules = RULE_NAMES.find((name) => name === value["rules"]);
  const level = LEVELS.find((each) => each === value["level"]);
  const { side, strict } = value;
  if (!rules || !level || typeof strict !== "boolean") return null;
  if (side !== "X" && side !== "O" && side !== "random") return null;
  return { rules, level, side, strict };
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text ?? "{}") as object) };
  } catch {
    return {};
  }
}

function isSeed(value: unknown): value is string {
  return typeof value === "string" && /^\d{1,20}$/.test(value) && BigInt(value) <= LARGEST_SEED;
}
