/** What a device holds of a game by link, its seat; and a tab, its invitation and the commands on their way. */

import type { Letter } from "../kernel/types";
import { device, tab, type Store } from "../storage";
import { LANES, type Lane, type Lanes, type Pending } from "./pending";
import type { Command } from "./protocol";

export interface Seat {
  readonly token: string;
  /** Null when a personal link brought the token alone; the server's welcome names the side. */
  readonly side: Letter | null;
  /** The secret of the play link, known to whoever made the game. */
  readonly join: string | null;
  /** A token that is to replace the present one; whether it has done so is not known yet. */
  readonly fresh?: string | null;
}

export function loadSeat(game: string, from: Store = device): Seat | null {
  const { token, side, join, fresh } = parse(from.get(`seat.${game}`));
  if (typeof token !== "string") return null;
  return {
    token,
    side: side === "X" || side === "O" ? side : null,
    join: typeof join === "string" ? join : null,
    fresh: typeof fresh === "string" ? fresh : null,
  };
}

export function saveSeat(game: string, seat: Seat | null, to: Store = device): void {
  to.set(`seat.${game}`, seat && JSON.stringify(seat));
}

/** The seat that is left when the server no longer knows `token`: another tab's, or the one that was being made. */
export function seatWithout(token: string | null, seat: Seat | null): Seat | null {
  if (!seat || seat.token !== token) return seat;
  return seat.fresh ? { ...seat, token: seat.fresh, fresh: null } : null;
}

export function loadInvitation(game: string, from: Store = tab): string | null {
  return from.get(`join.${game}`);
}

export function saveInvitation(game: string, join: string | null, to: Store = tab): void {
  to.set(`join.${game}`, join);
}

/** The token of a claim that may be under way, the same until it is answered. */
export function claimToken(game: string, make: () => string, kept: Store = tab): string {
  const token = kept.get(`claim.${game}`) ?? make();
  kept.set(`claim.${game}`, token);
  return token;
}

export function forgetClaim(game: string, from: Store = tab): void {
  from.set(`claim.${game}`, null);
}

/** The commands that had no answer when the tab was loaded anew. */
export function loadPending(game: string, from: Store = tab): Lanes {
  const [inGame, inTalk] = LANES.map((lane) => readPending(from.get(`pending.${lane}.${game}`)));
  return { game: inGame ?? null, talk: inTalk ?? null };
}

export function savePending(game: string, lane: Lane, pending: Pending | null, to: Store = tab): void {
  to.set(`pending.${lane}.${game}`, pending && JSON.stringify(pending));
}

function readPending(text: string | null): Pending | null {
  const { id, rev, command } = parse(text);
  if (typeof id !== "string" || typeof rev !== "number") return null;
  if (typeof command !== "object" || command === null || !("t" in command)) return null;
  // Whether it was acknowledged is asked again: the server knows the id.
  return { id, rev, command: command as Command, acked: null };
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
