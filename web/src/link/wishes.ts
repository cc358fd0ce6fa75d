/** What a player can ask for beside the board, and why not. Pure values. */

import { other } from "../game/marks";
import type { Letter } from "../kernel/types";
import type { GameState, Matter, Offer } from "./protocol";
import type { Session } from "./session";

export type Wish = Matter | "resign";

/** Why a wish cannot be had now. */
export type Hindrance = "sending" | "alone" | "over" | "going-on" | "never" | "nothing" | "offered" | "spent";

/** The reason why a player cannot have a wish; null when they can. `acted`: whether an action of theirs stands. */
export function hindrance(wish: Wish, session: Session, acted: boolean): Hindrance | null {
  const { state, role, pending, spent } = session;
  if (!state || role === "watch") return "going-on";
  const over = state.end !== null;
  if (wish === "rematch" && !over) return "going-on";
  if (wish !== "rematch" && wish !== "deletion" && over) return "over";
  if (wish === "takeback" && state.takebacks === "never") return "never";
  if (wish === "takeback" && !acted) return "nothing";
  // A free takeback needs nobody's word; a game that nobody has joined is deleted without asking.
  const alone = wish !== "deletion" && !(wish === "takeback" && state.takebacks === "free");
  if (alone && !(state.seats.X && state.seats.O)) return "alone";
  if (wish !== "resign" && offered(state, wish, role)) return "offered";
  if (wish !== "resign" && spent.includes(wish)) return "spent";
  return pending.game ? "sending" : null;
}

export function offered({ offers }: GameState, what: Matter, seat: Letter): boolean {
  return offers.some((offer) => offer.what === what && offer.seat === seat);
}

/** The open offers of the other player and one's own; to a watcher, nobody's are theirs. */
export function openOffers({ offers }: GameState, role: Letter): { theirs: Offer[]; mine: Offer[] } {
  return {
    theirs: offers.filter(({ seat }) => seat === other(role)),
    mine: offers.filter(({ seat }) => seat === role),
  };
}

const HOUR = 3_600_000;

/** In how many milliseconds a waiting player may claim the game; null while that is not in sight. */
export function claimIn({ state, role, presence, told }: Session, at: number): number | null {
  if (!state || role === "watch" || state.end || state.replay.to_act === role) return null;
  if (!presence || presence.claim === null) return null;
  const wait = Math.max(0, presence.claim - Math.max(0, at - told));
  return wait < HOUR ? wait : null;
}
