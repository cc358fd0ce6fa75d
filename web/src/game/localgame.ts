/** Two people on one device: the actions, and what was taken back. Pure values. */

import { RULE_NAMES, type RulesName } from "../kernel/types";

/** What was played, and what was taken back. */
export interface History {
  readonly actions: readonly string[];
  /** Actions taken back, the next one to redo first. */
  readonly undone: readonly string[];
}

export interface LocalGame extends History {
  readonly rules: RulesName;
}

export function newGame(rules: RulesName): LocalGame {
  return { rules, actions: [], undone: [] };
}

/** Add an action; what was taken back before is forgotten unless it is the same action again. */
export function play<Game extends History>(game: Game, action: string): Game {
  const [next, ...rest] = game.undone;
  return { ...game, actions: [...game.actions, action], undone: next === action ? rest : [] };
}

export function undo(game: LocalGame): LocalGame {
  const last = game.actions.at(-1);
  if (last === undefined) return game;
  return { ...game, actions: game.actions.slice(0, -1), undone: [last, ...game.undone] };
}

export function redo(game: LocalGame): LocalGame {
  const [next, ...rest] = game.undone;
  if (next === undefined) return game;
  return { ...game, actions: [...game.actions, next], undone: rest };
}

/** Write a game for the browser's storage. */
export function save(game: LocalGame): string {
  return JSON.stringify(game);
}

/** Read what `save` wrote; null when it is anything else. The rules judge whether the actions are legal. */
export function load(text: string | null): LocalGame | null {
  if (text === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { rules, actions, undone } = value as Record<string, unknown>;
  const known = RULE_NAMES.find((name) => name === rules);
  if (!known || !areTexts(actions) || !areTexts(undone)) return null;
  return { rules: known, actions, undone };
}

/** Whether something that was stored is a list of texts. */
export function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
