/**
 * One game by link as this page knows it: a reducer from what happens to the next state and its effects.
 *
 * The server alone decides. A command is shown as "sending" until the server's event brings what it did, and one
 * whose answer was lost is sent again under the same id, which the server takes at most once.
 */

import type { Letter } from "../kernel/types";
import {
  done,
  IDLE,
  LANES,
  laneOf,
  laneWith,
  messageOf,
  unanswered,
  type Lane,
  type Lanes,
  type Pending,
} from "./pending";
import {
  CLOSE,
  PROTOCOL,
  type ClientMessage,
  type Command,
  type GameEvent,
  type GameState,
  type Matter,
  type Presence,
  type Role,
  type ServerMessage,
} from "./protocol";

/** Why there is no going on: no such game, deleted just now, a damaged seat link, or a page of another version. */
export type Gone = "missing" | "deleted" | "bad-link" | "old-page";

export interface Session {
  readonly connection: "connecting" | "live" | "reconnecting" | "gone";
  readonly gone: Gone | null;
  readonly role: Role;
  readonly state: GameState | null;
  readonly presence: Presence | null;
  /** When the presence was told, and since when each player has been where they are, if that was seen. */
  readonly told: number;
  readonly moved: Readonly<Record<Letter, number | null>>;
  /** The server's time less this device's. */
  readonly offset: number;
  readonly pending: Lanes;
  /** The server's last refusal, until the next command; of a command, with its lane. */
  readonly refused: { readonly code: string; readonly message: string; readonly lane: Lane | null } | null;
  /** The last event, until a new connection. */
  readonly news: GameEvent | null;
  /** The last phrase that was said, until the next action. */
  readonly speech: GameEvent | null;
  /** What this player has offered in vain since the board changed last. */
  readonly spent: readonly Matter[];
}

/** `at` is this device's time in milliseconds. */
export type Happening =
  | { kind: "opened"; token: string | null }
  | { kind: "message"; message: ServerMessage; at: number }
  | { kind: "closed"; code: number }
  | { kind: "ask"; id: string; command: Command }
  | { kind: "again" };

export type Pace = "soon" | "usual" | "later";

export type Effect =
  | { kind: "send"; message: ClientMessage }
  /** Keep a command on its way over a reload of the tab; null forgets it. */
  | { kind: "remember"; lane: Lane; pending: Pending | null }
  | { kind: "reconnect"; pace: Pace }
  /** Ask again for what is unanswered, after a pause. */
  | { kind: "again" }
  /** The token opens no seat any more: find another one, or none, and come back at once. */
  | { kind: "seat-lost" };

export interface Reduced {
  readonly session: Session;
  readonly effects: readonly Effect[];
}

export function newSession(pending: Lanes = IDLE): Session {
  return {
    connection: "connecting",
    gone: null,
    role: "watch",
    state: null,
    presence: null,
    told: 0,
    moved: { X: null, O: null },
    offset: 0,
    pending,
    refused: null,
    news: null,
    speech: null,
    spent: [],
  };
}

export function reduce(session: Session, happening: Happening): Reduced {
  switch (happening.kind) {
    case "opened":
      return to(
        { ...session, refused: null },
        { kind: "send", message: { t: "hello", protocol: PROTOCOL, token: happening.token } },
      );
    case "closed":
      return closed(session, happening.code);
    case "ask":
      return ask(session, happening.id, happening.command);
    case "again":
      return session.connection === "live" ? resend(session) : to(session);
    case "message":
      return receive(session, happening.message, happening.at);
  }
}

function receive(session: Session, message: ServerMessage, at: number): Reduced {
  switch (message.t) {
    case "welcome":
      return welcome({ ...session, offset: message.now - at }, message.role, message.state);
    case "ack": {
      const lane = laneWith(session.pending, message.id);
      const pending = lane && session.pending[lane];
      if (!pending) return to(session);
      return settled(session, { ...session.pending, [lane]: { ...pending, acked: message.rev } });
    }
    case "event":
      return happened(session, message.state, message);
    case "refused":
      return refuse(session, message);
    case "presence":
      return to(present(session, message, at));
    case "pong":
      return to(session);
  }
}

function welcome(before: Session, role: Role, state: GameState): Reduced {
  const session: Session = { ...advance(before, state), connection: "live", gone: null, role, news: null };
  return role === "watch" ? forget(session, LANES) : resend(session);
}

/** Ask again for what is unanswered, and forget what has come meanwhile. */
function resend(session: Session): Reduced {
  const { session: next, effects } = settled(session, session.pending);
  return to(next, ...effects, ...unanswered(next.pending).map((message): Effect => ({ kind: "send", message })));
}

function ask(session: Session, id: string, command: Command): Reduced {
  const lane = laneOf(command);
  if (session.pending[lane] || !session.state || session.role === "watch") return to(session);
  const pending: Pending = { id, rev: session.state.rev, command, acked: null };
  const next = { ...session, pending: { ...session.pending, [lane]: pending }, refused: null };
  const remember: Effect = { kind: "remember", lane, pending };
  // While the connection is lost the command waits; the next welcome sends it.
  if (session.connection !== "live") return to(next, remember);
  return to(next, remember, { kind: "send", message: messageOf(pending) });
}

function happened(session: Session, state: GameState, { rev, seat, kind, what }: GameEvent): Reduced {
  // Behind or equal: a duplicate. Ahead by more than one: a gap, which the event's own state closes.
  if (session.state && rev <= session.state.rev) return to(session);
  const news: GameEvent = { rev, seat, kind, what };
  const next = { ...advance(session, state), refused: null, news };
  return settled(kind === "say" ? { ...next, speech: news } : next, next.pending);
}

/** Take in a newer state, and drop what belonged to the board before it. */
function advance(session: Session, state: GameState): Session {
  const { role, state: before, spent } = session;
  const same = before?.actions.join() === state.actions.join() && (before.end === null) === (state.end === null);
  if (!same) return { ...session, state, speech: null, spent: [] };
  // An offer that has gone while the board stayed cannot be made again before the board changes.
  const left = offersOf(state, role);
  return { ...session, state, spent: [...spent, ...offersOf(before, role).filter((what) => !left.includes(what))] };
}

function offersOf({ offers }: GameState, role: Role): Matter[] {
  return offers.filter(({ seat }) => seat === role).map(({ what }) => what);
}

function refuse(session: Session, message: Extract<ServerMessage, { t: "refused" }>): Reduced {
  const { id, code, message: words, state } = message;
  const lane = laneWith(session.pending, id);
  // Nothing is known to have changed: the same is asked again, and the person need not hear of it.
  if (lane && code === "unavailable") return to(session, { kind: "again" });
  const newer = state !== undefined && state.rev >= (session.state?.rev ?? 0);
  const next = { ...(newer ? advance(session, state) : session), refused: { code, message: words, lane: lane ?? null } };
  return lane ? forget(next, [lane]) : to(next);
}

function closed(session: Session, code: number): Reduced {
  const gone = goneBy(session, code);
  if (gone === "deleted" || gone === "missing") {
    return forget({ ...session, connection: "gone", gone, presence: null }, LANES);
  }
  if (gone) return to({ ...session, connection: "gone", gone, presence: null });
  const connection = session.state ? "reconnecting" : "connecting";
  const effect: Effect = code === CLOSE.badSeat ? { kind: "seat-lost" } : { kind: "reconnect", pace: paceAfter(code) };
  return to({ ...session, connection, presence: null }, effect);
}

function paceAfter(code: number): Pace {
  if (code === CLOSE.restart) return "soon";
  return code === CLOSE.policy || code === CLOSE.mistake ? "later" : "usual";
}

/** Why a close is for good; null when it is a lost connection. */
function goneBy({ state, refused }: Session, code: number): Gone | null {
  if (code === CLOSE.missing) return state ? "deleted" : "missing";
  if (refused?.code === "wrong_protocol") return "old-page";
  // The very greeting was not understood: a damaged seat link, and no repetition will mend it.
  return state === null && refused?.code === "bad_message" ? "bad-link" : null;
}

function present(session: Session, { X, O, watch, claim }: Presence, at: number): Session {
  const since = (seat: Letter, where: Presence[Letter]): number | null => {
    // Where somebody is at first may have begun long ago.
    if (!session.presence) return null;
    return session.presence[seat] === where ? session.moved[seat] : at;
  };
  const moved = { X: since("X", X), O: since("O", O) };
  return { ...session, presence: { X, O, watch, claim }, told: at, moved };
}

/** Take in acknowledgements: a command is forgotten once the state that holds it has arrived. */
function settled(session: Session, pending: Lanes): Reduced {
  return forget({ ...session, pending }, done(pending, session.state));
}

function forget(session: Session, lanes: readonly Lane[]): Reduced {
  const held = lanes.filter((lane) => session.pending[lane] !== null);
  const pending = { ...session.pending };
  for (const lane of held) pending[lane] = null;
  return to(
    held.length ? { ...session, pending } : session,
    ...held.map((lane): Effect => ({ kind: "remember", lane, pending: null })),
  );
}

function to(session: Session, ...effects: Effect[]): Reduced {
  return { session, effects };
}
