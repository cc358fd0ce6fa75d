/** Games by link for tests: states as the server would send them. */

import type { GameState } from "../src/link/protocol";
import { after } from "./kernel";

/** The state after some actions; every action is one event unless `rev` says otherwise. */
export function state(actions = "", changes: Partial<GameState> = {}): GameState {
  const list = actions.split(" ").filter(Boolean);
  return {
    game: "g",
    rules: "standard",
    rev: list.length,
    actions: list,
    seats: { X: true, O: true },
    replay: after(actions),
    takebacks: "ask",
    clock: null,
    offers: [],
    end: null,
    match: { X: 0, O: 0, games: 0 },
    next: null,
    ...changes,
  };
}
