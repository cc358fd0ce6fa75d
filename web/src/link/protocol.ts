/** The messages between page and server, as types and one decoder. */

import type { Letter, Replay, RulesName, Score } from "../kernel/types";

export const PROTOCOL = 2;

export type Role = Letter | "watch";

/** Whether actions may be taken back: never, when the opponent agrees, or at once. */
export const TAKEBACKS = ["never", "ask", "free"] as const;
export type Takebacks = (typeof TAKEBACKS)[number];

/** What a player can offer to the other. */
export type Matter = "draw" | "takeback" | "rematch" | "deletion";

/** What a player can say. */
export const PHRASES = [
  "hello",
  "good-luck",
  "nice",
  "oops",
  "moment",
  "thanks",
  "well-played",
  "bye",
] as const;
export type Phrase = (typeof PHRASES)[number];

export interface Offer {
  what: Matter;
  seat: Letter;
}

/** Milliseconds left to each; the one who is running has used the server's time from `since` on. */
export interface Clock {
  control: string;
  X: number;
  O: number;
  running: Letter | null;
  since: number;
}

export interface End {
  by: "board" | "resignation" | "agreement" | "time" | "absence";
  /** Who resigned, agreed, ran out of time or was absent; null on the board. */
  seat: Letter | null;
  score: Score;
}

/** A whole game at one revision. */
export interface GameState {
  game: string;
  rules: RulesName;
  rev: number;
  actions: string[];
  seats: Record<Letter, boolean>;
  replay: Replay;
  takebacks: Takebacks;
  clock: Clock | null;
  offers: Offer[];
  end: End | null;
  /** The points of the present sides in the earlier games of a series. */
  match: Score & { games: number };
  /** The rematch. */
  next: string | null;
}

/** Lost: the line broke just now and may come back. Away: they have left. */
export type Whereabouts = "here" | "lost" | "away";

export interface Presence {
  X: Whereabouts;
  O: Whereabouts;
  watch: number;
  /** In how many milliseconds the player who waits may claim the game; null while nobody may. */
  claim: number | null;
}

/** What a player asks the server to do; the name of the attempt and the revision come with the sending. */
export type Command =
  | { t: "act"; action: string }
  | { t: "resign" }
  | { t: "offer" | "accept" | "decline"; what: Matter }
  | { t: "claim"; what: "win" | "draw" }
  | { t: "say"; phrase: Phrase };

export type ClientMessage =
  | { t: "hello"; protocol: typeof PROTOCOL; token: string | null }
  | (Command & { id: string; rev: number })
  | { t: "ping" };

/** Something that was done in a game. */
export interface GameEvent {
  rev: number;
  seat: Letter | "coin" | "clock";
  kind:
    | "join"
    | "act"
    | "offer"
    | "accept"
    | "decline"
    | "rematch"
    | "resign"
    | "claim"
    | "flag"
    | "say"
    | "token";
  what: string;
}

export type ServerMessage =
  | { t: "welcome"; role: Role; state: GameState; now: number; protocol: number }
  | { t: "ack"; id: string; rev: number }
  | { t: "refused"; id: string | null; code: string; message: string; state?: GameState }
  | ({ t: "event"; state: GameState } & GameEvent)
  | ({ t: "presence" } & Presence)
  | { t: "pong" };

/** Closes that a client has to know apart; every other one is a lost connection. */
export const CLOSE = { policy: 1008, mistake: 1011, restart: 1012, badSeat: 4001, missing: 4004 } as const;

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
