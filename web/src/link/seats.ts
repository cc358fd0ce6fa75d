/** What a device holds of a game by link, its seat; and a tab, its invitation and a move on its way. */

import type { Letter } from "../kernel/types";
import { device, tab, type Store } from "../storage";
import type { Pending } from "./session";

export interface Seat {
  readonly token: string;
  /** Null when a personal link brought the token alone; the server's welcome names the side. */
  readonly side: Letter | null;
  /** The secret of the play link, known to whoever made the game. */
  readonly join: string | null;
}

export function loadSeat(game: string, from: Store = device): Seat | null {
  const { token, side, join } = parse(from.get(`seat.${game}`));
  if (typeof token !== "string") return null;
  return {
    token,
    side: side === "X" || side === "O" ? side : null,
    join: typeof join === "string" ? join : null,
  };
}

export function saveSeat(game: string, seat: Seat | null, to: Store = device): void {
  to.set(`seat.${game}`, seat && JSON.stringify(seat));
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

export function loadPending(game: string, from: Store = tab): Pending | null {
  const { id, rev, action } = parse(from.get(`pending.${game}`));
  if (typeof id !== "string" || typeof rev !== "number" || typeof action !== "string") return null;
  // Whether it was acknowledged is asked again: the server knows the id.
  return { id, rev, action, acked: null };
}

export function savePending(game: string, pending: Pending | null, to: Store = tab): void {
  to.set(`pending.${game}`, pending && JSON.stringify(pending));
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
