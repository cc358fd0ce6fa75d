/** A command on its way: asked once, sent again under the same name until the server answers. Pure values. */

import type { ClientMessage, Command, GameState } from "./protocol";

export interface Pending {
  readonly id: string;
  readonly rev: number;
  readonly command: Command;
  /** The revision that the server gave it; null while unanswered. */
  readonly acked: number | null;
}

/** Phrases travel beside the game, so that nobody's move waits for a greeting. */
export const LANES = ["game", "talk"] as const;
export type Lane = (typeof LANES)[number];
export type Lanes = Readonly<Record<Lane, Pending | null>>;

export const IDLE: Lanes = { game: null, talk: null };

export function laneOf(command: Command): Lane {
  return command.t === "say" ? "talk" : "game";
}

/** The lane in which a command of this id is on its way. */
export function laneWith(lanes: Lanes, id: string | null): Lane | undefined {
  return id === null ? undefined : LANES.find((lane) => lanes[lane]?.id === id);
}

/** The messages that ask once more for all that is unanswered. */
export function unanswered(lanes: Lanes): ClientMessage[] {
  return LANES.flatMap((lane) => {
    const pending = lanes[lane];
    return pending && pending.acked === null ? [messageOf(pending)] : [];
  });
}

export function messageOf({ id, rev, command }: Pending): ClientMessage {
  return { ...command, id, rev };
}

/** The lanes whose command is acknowledged and whose effect has arrived. */
export function done(lanes: Lanes, state: GameState | null): Lane[] {
  return LANES.filter((lane) => {
    const acked = lanes[lane]?.acked;
    return acked !== null && acked !== undefined && state !== null && state.rev >= acked;
  });
}

/** The action that is on its way; null when there is none. */
export function actionIn(lanes: Lanes): string | null {
  const command = lanes.game?.command;
  return command?.t === "act" ? command.action : null;
}
