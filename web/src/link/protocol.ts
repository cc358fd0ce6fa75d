/** The messages between page and server, as types and one decoder. */

import type { Letter, Replay, RulesName } from "../kernel/types";

export const PROTOCOL = 1;

export type Role = Letter | "watch";

/** A whole game at one revision. */
export interface GameState {
  game: string;
  rules: RulesName;
  rev: number;
  actions: string[];
  seats: Record<Letter, boolean>;
  replay: Replay;
}

export interface Presence {
  X: number;
  O: number;
  watch: number;
}

export type ClientMessage =
  | { t: "hello"; protocol: typeof PROTOCOL; token: string | null }
  | { t: "act"; id: string; rev: number; action: string }
  | { t: "ping" };

export type ServerMessage =
  | { t: "welcome"; protocol: number; role: Role; state: GameState }
  | { t: "ack"; id: string; rev: number }
  | { t: "refused"; id: string | null; code: string; message: string; state?: GameState }
  | { t: "event"; rev: number; seat: Letter | "coin"; action: string; state: GameState }
  | ({ t: "presence" } & Presence)
  | { t: "pong" };

/** Why the server closes a socket for good; every other close is a lost connection. */
export const CLOSE = { badSeat: 4001, refused: 4003, missing: 4004, restart: 1012 } as const;

const KINDS: ReadonlySet<unknown> = new Set(["welcome", "ack", "refused", "event", "presence", "pong"]);

/** Decode a frame; null for anything this page does not know, which it ignores. */
export function decode(text: string): ServerMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || !("t" in value) || !KINDS.has(value.t)) return null;
  return value as ServerMessage;
}
