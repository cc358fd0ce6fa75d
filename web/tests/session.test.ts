import { describe, expect, it } from "vitest";

import type { Lanes } from "../src/link/pending";
import {
  decode,
  type Command,
  type GameEvent,
  type GameState,
  type Role,
  type ServerMessage,
} from "../src/link/protocol";
import { newSession, reduce, type Effect, type Happening, type Session } from "../src/link/session";
import { state } from "./link";

const ID = "command-1";
const TALK = "command-2";

const message = (each: ServerMessage, at = 0): Happening => ({ kind: "message", message: each, at });
const welcome = (role: Role, at: GameState): Happening =>
  message({ t: "welcome", protocol: 2, role, state: at, now: 0 });
const event = (at: GameState, what: Partial<GameEvent> = {}): Happening =>
  message({ t: "event", rev: at.rev, seat: "X", kind: "act", what: at.actions.at(-1) ?? "", state: at, ...what });
const ask = (command: Command, id = ID): Happening => ({ kind: "ask", id, command });

/** Run happenings one after another; the effects of the last one are returned. */
function run(session: Session, ...happenings: Happening[]): { session: Session; effects: readonly Effect[] } {
  let effects: readonly Effect[] = [];
  for (const happening of happenings) ({ session, effects } = reduce(session, happening));
  return { session, effects };
}

const sent = (effects: readonly Effect[]): unknown[] =>
  effects.flatMap((effect) => (effect.kind === "send" ? [effect.message] : []));

const seated = run(newSession(), welcome("X", state())).session;
const act = ask({ t: "act", action: "1-9" });
const say = ask({ t: "say", phrase: "hello" }, TALK);
const lanes = (command: Command): Lanes => ({ game: { id: ID, rev: 0, command, acked: null }, talk: null });

describe("greeting", () => {
  it("says hello with the token it was given", () => {
    const { effects } = run(newSession(), { kind: "opened", token: "secret" });
    expect(sent(effects)).toEqual([{ t: "hello", protocol: 2, token: "secret" }]);
  });

  it("is live with role and board once welcomed, not before", () => {
    expect(newSession().connection).toBe("connecting");
    expect(seated).toMatchObject({ connection: "live", role: "X", state: { rev: 0 } });
  });

  it("learns how far the server's clock is from this device's", () => {
    const hello = message({ t: "welcome", protocol: 2, role: "X", state: state(), now: 5000 }, 2000);
    expect(run(newSession(), hello).session.offset).toBe(3000);
  });
});

describe("asking", () => {
  it("sends the command with its id and the revision seen, remembers it, and changes no board", () => {
    const { session, effects } = run(seated, act);
    expect(sent(effects)).toEqual([{ t: "act", id: ID, rev: 0, action: "1-9" }]);
    expect(effects).toContainEqual({ kind: "remember", lane: "game", pending: session.pending.game });
    expect(session.state).toEqual(seated.state);
  });

  it.each<[Command, object]>([
    [{ t: "resign" }, { t: "resign" }],
    [{ t: "offer", what: "draw" }, { t: "offer", what: "draw" }],
    [{ t: "accept", what: "takeback" }, { t: "accept", what: "takeback" }],
    [{ t: "decline", what: "rematch" }, { t: "decline", what: "rematch" }],
    [{ t: "claim", what: "win" }, { t: "claim", what: "win" }],
    [{ t: "say", phrase: "nice" }, { t: "say", phrase: "nice" }],
  ])("sends %j with exactly the fields of the protocol", (command, fields) => {
    expect(sent(run(seated, ask(command)).effects)).toEqual([{ ...fields, id: ID, rev: 0 }]);
  });

  it.each([
    ["acknowledged first", [message({ t: "ack", id: ID, rev: 1 }), event(state("1-9"))]],
    ["announced first", [event(state("1-9")), message({ t: "ack", id: ID, rev: 1 })]],
  ])("is done when acknowledged and announced, %s", (_, [first, second]) => {
    const half = run(seated, act, first as Happening);
    expect(half.session.pending.game).not.toBeNull();
    const { session, effects } = run(half.session, second as Happening);
    expect(session.pending.game).toBeNull();
    expect(session.state?.rev).toBe(1);
    expect(effects).toEqual([{ kind: "remember", lane: "game", pending: null }]);
  });

  it("takes no second command while one is on its way", () => {
    const { session, effects } = run(seated, act, ask({ t: "resign" }, "command-3"));
    expect(session.pending.game?.id).toBe(ID);
    expect(effects).toEqual([]);
  });

  it("takes nothing from a watcher, nor before the board is known", () => {
    const watching = run(newSession(), welcome("watch", state())).session;
    expect(run(watching, act).effects).toEqual([]);
    expect(run(newSession(), act).effects).toEqual([]);
  });

  it("keeps a move made while the connection is lost and sends it with the next welcome", () => {
    const lost = run(seated, { kind: "closed", code: 1006 }, act);
    expect(sent(lost.effects)).toEqual([]);
    expect(sent(run(lost.session, welcome("X", state())).effects)).toEqual([
      { t: "act", id: ID, rev: 0, action: "1-9" },
    ]);
  });
});

describe("phrases", () => {
  it("block no move and are blocked by none", () => {
    const { session } = run(seated, say, act);
    expect(session.pending.talk?.id).toBe(TALK);
    expect(session.pending.game?.id).toBe(ID);
    const said = event(state("", { rev: 1 }), { kind: "say" });
    const answered = run(session, message({ t: "ack", id: TALK, rev: 1 }), said);
    expect(answered.session.pending).toMatchObject({ talk: null, game: { id: ID } });
  });

  it("are asked for again like a move when the answer was lost", () => {
    const { effects } = run(seated, say, { kind: "closed", code: 1006 }, welcome("X", state()));
    expect(sent(effects)).toEqual([{ t: "say", id: TALK, rev: 0, phrase: "hello" }]);
  });

  it("are heard until the board changes", () => {
    const spoken = event(state("", { rev: 1 }), { kind: "say", seat: "O", what: "oops" });
    const { session } = run(seated, spoken);
    expect(session.speech).toEqual({ rev: 1, seat: "O", kind: "say", what: "oops" });
    expect(run(session, event(state("", { rev: 2 }), { kind: "offer" })).session.speech).not.toBeNull();
    expect(run(session, event(state("1-9", { rev: 2 }))).session.speech).toBeNull();
  });
});

describe("a lost answer", () => {
  it("is asked for again after the reconnect, under the same id and revision", () => {
    const { effects } = run(seated, act, { kind: "closed", code: 1006 }, welcome("X", state()));
    expect(sent(effects)).toEqual([{ t: "act", id: ID, rev: 0, action: "1-9" }]);
  });

  it("is asked for again even if the board already shows the move, which the server takes once", () => {
    const lost = run(seated, act, { kind: "closed", code: 1006 }, welcome("X", state("1-9")));
    expect(sent(lost.effects)).toEqual([{ t: "act", id: ID, rev: 0, action: "1-9" }]);
    expect(run(lost.session, message({ t: "ack", id: ID, rev: 1 })).session.pending.game).toBeNull();
  });

  it("is asked for again on the same socket after a while, and only while it is lost", () => {
    expect(sent(run(seated, act, { kind: "again" }).effects)).toEqual([{ t: "act", id: ID, rev: 0, action: "1-9" }]);
    expect(run(seated, act, message({ t: "ack", id: ID, rev: 1 }), { kind: "again" }).effects).toEqual([]);
    expect(run(seated, act, { kind: "closed", code: 1006 }, { kind: "again" }).effects).toEqual([]);
  });

  it("is asked for again after a reload of the tab, whatever was asked", () => {
    const { effects } = run(newSession(lanes({ t: "resign" })), welcome("X", state()));
    expect(sent(effects)).toEqual([{ t: "resign", id: ID, rev: 0 }]);
  });

  it("is dropped when the seat turns out to be lost", () => {
    const { session, effects } = run(newSession(lanes({ t: "resign" })), welcome("watch", state()));
    expect(session.pending.game).toBeNull();
    expect(effects).toEqual([{ kind: "remember", lane: "game", pending: null }]);
  });

  it("is not asked for again when only the board was missing", () => {
    const { session, effects } = run(
      seated,
      act,
      message({ t: "ack", id: ID, rev: 1 }),
      { kind: "closed", code: 1006 },
      welcome("X", state("1-9")),
    );
    expect(sent(effects)).toEqual([]);
    expect(session.pending.game).toBeNull();
  });
});

describe("events", () => {
  it("apply when they are the next revision", () => {
    expect(run(seated, event(state("1-9"))).session.state?.actions).toEqual(["1-9"]);
  });

  it("are ignored when they are known already", () => {
    const at2 = run(seated, event(state("1-9")), event(state("1-9 1-5"))).session;
    expect(run(at2, event(state("1-9 1-5"))).session).toEqual(at2);
    expect(run(at2, event(state("1-9"))).session).toEqual(at2);
  });

  it("bring their own snapshot over a gap", () => {
    expect(run(seated, event(state("1-9 1-5 2-3"))).session.state?.actions).toEqual(["1-9", "1-5", "2-3"]);
  });
});

describe("offers", () => {
  const open = state("1-9", { rev: 2, offers: [{ what: "draw", seat: "X" }] });
  const offering = run(seated, event(open, { kind: "offer", what: "draw" })).session;

  it("that were declined or withdrawn cannot be made again before the board changes", () => {
    const declined = run(offering, event(state("1-9", { rev: 3 }), { kind: "decline", seat: "O", what: "draw" }));
    expect(declined.session.spent).toEqual(["draw"]);
    expect(declined.session.news).toMatchObject({ kind: "decline", seat: "O" });
    expect(run(declined.session, event(state("1-9 1-5", { rev: 4 }))).session.spent).toEqual([]);
  });

  it("that lapse with a move can be made again at once", () => {
    expect(run(offering, event(state("1-9 1-5", { rev: 3 }))).session.spent).toEqual([]);
  });

  it("of the other player are none of mine", () => {
    const theirs = state("", { rev: 1, offers: [{ what: "draw", seat: "O" }] });
    const declined = event(state("", { rev: 2 }), { kind: "decline" });
    const { session } = run(seated, event(theirs, { kind: "offer", seat: "O" }), declined);
    expect(session.spent).toEqual([]);
  });

  it("that were declined while the connection was lost count as well", () => {
    const { session } = run(offering, { kind: "closed", code: 1006 }, welcome("X", state("1-9", { rev: 3 })));
    expect(session.spent).toEqual(["draw"]);
  });
});

describe("refusals", () => {
  it("of a stale command forget it, show the newer board and say so", () => {
    const stale = { t: "refused", id: ID, code: "stale", message: "too late", state: state("2-3") } as const;
    const { session, effects } = run(seated, act, message(stale));
    expect(session).toMatchObject({ pending: { game: null }, refused: { code: "stale" }, state: { rev: 1 } });
    expect(effects).toEqual([{ kind: "remember", lane: "game", pending: null }]);
  });

  it("never take the board back", () => {
    const late = { t: "refused", id: ID, code: "stale", message: "", state: state() } as const;
    expect(run(seated, act, event(state("1-9")), message(late)).session.state?.rev).toBe(1);
  });

  it("of something else leave the command on its way", () => {
    const { session } = run(seated, act, message({ t: "refused", id: null, code: "limit", message: "slow down" }));
    expect(session.pending.game?.id).toBe(ID);
    expect(session.refused?.code).toBe("limit");
  });

  it("for want of the store keep the command, to be sent again soon", () => {
    const none = message({ t: "refused", id: ID, code: "unavailable", message: "" });
    const { session, effects } = run(seated, act, none);
    expect(session.pending.game?.id).toBe(ID);
    expect(session.refused).toBeNull();
    expect(effects).toEqual([{ kind: "again" }]);
  });

  it("are forgotten with the next command", () => {
    const refused = run(seated, message({ t: "refused", id: null, code: "limit", message: "" })).session;
    expect(run(refused, act).session.refused).toBeNull();
  });
});

describe("closing", () => {
  it.each([
    [1012, "soon"],
    [1006, "usual"],
    [1000, "usual"],
    [1001, "usual"],
    [1013, "usual"],
    [1008, "later"],
    [1011, "later"],
  ])("with %i is a lost connection, to come back from: %s", (code, pace) => {
    const { session, effects } = run(seated, { kind: "closed", code });
    expect(session.connection).toBe("reconnecting");
    expect(effects).toEqual([{ kind: "reconnect", pace }]);
  });

  it("with 4001 means that the seat is lost, and the command is kept until that is known", () => {
    const { session, effects } = run(seated, act, { kind: "closed", code: 4001 });
    expect(effects).toEqual([{ kind: "seat-lost" }]);
    expect(session.pending.game?.id).toBe(ID);
  });

  it("with 4004 means that there is no such game", () => {
    const { session } = run(newSession(), { kind: "closed", code: 4004 });
    expect(session).toMatchObject({ connection: "gone", gone: "missing" });
  });

  it("with 4004 in the midst of a game means that it has been deleted, with all that was asked for", () => {
    const { session, effects } = run(seated, act, { kind: "closed", code: 4004 });
    expect(session).toMatchObject({ connection: "gone", gone: "deleted" });
    expect(effects).toEqual([{ kind: "remember", lane: "game", pending: null }]);
  });

  it.each([
    ["bad_message", "bad-link"],
    ["wrong_protocol", "old-page"],
  ])("is for good when the greeting was refused with %s", (code, gone) => {
    const { session, effects } = run(
      newSession(),
      message({ t: "refused", id: null, code, message: "" }),
      { kind: "closed", code: 1008 },
    );
    expect(session.gone).toBe(gone);
    expect(effects).toEqual([]);
  });
});

describe("presence", () => {
  const told = (O: "here" | "lost" | "away", at: number): Happening =>
    message({ t: "presence", X: "here", O, watch: 2, claim: null }, at);

  it("tells since when somebody is gone, if that was seen", () => {
    const { session } = run(seated, told("here", 10), told("lost", 20), told("lost", 30));
    expect(session).toMatchObject({ presence: { O: "lost", watch: 2 }, told: 30, moved: { X: null, O: 20 } });
    expect(run(session, told("away", 80)).session.moved.O).toBe(80);
  });

  it("claims to know no time of what it found", () => {
    expect(run(seated, told("away", 20)).session.moved.O).toBeNull();
  });

  it("is forgotten with the connection", () => {
    expect(run(seated, told("here", 10), { kind: "closed", code: 1006 }).session.presence).toBeNull();
  });
});

it.each(["", "{", "7", "null", '{"t":"surprise"}', "{}"])("ignores the frame %j", (text) => {
  expect(decode(text)).toBeNull();
});
