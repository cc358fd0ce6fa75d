/**
 * One game by link as this page knows it: a reducer from what happens to the next state and its effects.
 *
 * The server alone decides. A move is shown as "sending" until the server's event brings it, and a move whose
 * answer was lost is sent again under the same id, which the server takes at most once.
 */

import {
  CLOSE,
  type ClientMessage,
  type GameState,
  type Presence,
  type Role,
  type ServerMessage,
} from "./protocol";

export interface Pending {
  readonly id: string;
  readonly rev: number;
  readonly action: string;
  /** The revision that the server gave it; null while unanswered. */
  readonly acked: number | null;
}

export type Gone = "missing" | "bad-seat" | "refused";

export interface Session {
  readonly connection: "connecting" | "live" | "reconnecting" | "gone";
  readonly gone: Gone | null;
  readonly role: Role;
  readonly state: GameState | null;
  readonly presence: Presence | null;
  readonly pending: Pending | null;
  /** The server's last refusal, until the next move is made. */
  readonly refused: { readonly code: string; readonly message: string } | null;
}

export type Happening =
  | { kind: "opened"; token: string | null }
  | { kind: "message"; message: ServerMessage }
  | { kind: "closed"; code: number }
  | { kind: "act"; id: string; action: string };

export type Effect =
  | { kind: "send"; message: ClientMessage }
  /** Keep the pending move over a reload of the tab; null forgets it. */
  | { kind: "remember"; pending: Pending | null }
  | { kind: "reconnect"; soon: boolean };

export interface Reduced {
  readonly session: Session;
  readonly effects: readonly Effect[];
}

export function newSession(pending: Pending | null = null): Session {
  return {
    connection: "connecting",
    gone: null,
    role: "watch",
    state: null,
    presence: null,
    pending,
    refused: null,
  };
}

export function reduce(session: Session, happening: Happening): Reduced {
  switch (happening.kind) {
    case "opened":
      return to(
        { ...session, refused: null },
        { kind: "send", message: { t: "hello", protocol: 1, token: happening.token } },
      );
    case "closed":
      return closed(session, happening.code);
    case "act":
      return act(session, happening.id, happening.action);
    case "message":
      return receive(session, happening.message);
  }
}

function receive(session: Session, message: ServerMessage): Reduced {
  switch (message.t) {
    case "welcome":
      return welcome(session, message.role, message.state);
    case "ack": {
      const { pending } = session;
      if (pending?.id !== message.id) return to(session);
      return settled({ ...session, pending: { ...pending, acked: message.rev } });
    }
    case "event": {
      const last = session.state?.rev ?? -1;
      // Behind or equal: a duplicate. Ahead by more than one: a gap, which the event's own snapshot closes.
      if (message.rev <= last) return to(session);
      return settled({ ...session, state: message.state, refused: null });
    }
    case "refused": {
      const { id, code, message: words, state } = message;
      const next = { ...session, state: newer(session.state, state), refused: { code, message: words } };
      if (id === null || session.pending?.id !== id) return to(next);
      return to({ ...next, pending: null }, { kind: "remember", pending: null });
    }
    case "presence":
      return to(present(session, { X: message.X, O: message.O, watch: message.watch }));
    case "pong":
      return to(session);
  }
}

function welcome(before: Session, role: Role, state: GameState): Reduced {
  const session: Session = { ...before, connection: "live", gone: null, role, state };
  const { pending } = session;
  if (!pending) return to(session);
  if (role === "watch") return to({ ...session, pending: null }, { kind: "remember", pending: null });
  if (pending.acked !== null) return settled(session);
  return to(session, send(pending));
}

function act(session: Session, id: string, action: string): Reduced {
  if (session.pending || !session.state || session.role === "watch") return to(session);
  const pending: Pending = { id, rev: session.state.rev, action, acked: null };
  const next = { ...session, pending, refused: null };
  const remember: Effect = { kind: "remember", pending };
  // While the connection is lost the move waits; the next welcome sends it.
  return session.connection === "live" ? to(next, remember, send(pending)) : to(next, remember);
}

function closed(session: Session, code: number): Reduced {
  const gone = goneBy(session, code);
  if (gone) return to({ ...session, connection: "gone", gone, presence: null });
  const connection = session.state ? "reconnecting" : "connecting";
  return to({ ...session, connection, presence: null }, { kind: "reconnect", soon: code === CLOSE.restart });
}

/** Taking a seat is no event of the game; that somebody is present in it tells that it is taken. */
function present(session: Session, presence: Presence): Session {
  const { state } = session;
  if (!state) return { ...session, presence };
  const seats = { X: state.seats.X || presence.X > 0, O: state.seats.O || presence.O > 0 };
  return { ...session, presence, state: { ...state, seats } };
}

/** Why a close is for good; null when it is a lost connection. */
function goneBy(session: Session, code: number): Gone | null {
  if (code === CLOSE.missing) return "missing";
  if (code === CLOSE.badSeat) return "bad-seat";
  if (code === CLOSE.refused) return "refused";
  // The very greeting was not understood: a damaged seat link, and no repetition will mend it.
  return session.state === null && session.refused?.code === "bad_message" ? "bad-seat" : null;
}

/** Forget the pending move once it is acknowledged and the board that holds it has arrived. */
function settled(session: Session): Reduced {
  const { pending, state } = session;
  if (!pending || !state || pending.acked === null || state.rev < pending.acked) return to(session);
  return to({ ...session, pending: null }, { kind: "remember", pending: null });
}

function newer(known: GameState | null, offered: GameState | undefined): GameState | null {
  if (!offered) return known;
  return known && known.rev > offered.rev ? known : offered;
}

function send({ id, rev, action }: Pending): Effect {
  return { kind: "send", message: { t: "act", id, rev, action } };
}

function to(session: Session, ...effects: Effect[]): Reduced {
  return { session, effects };
}
