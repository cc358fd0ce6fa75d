import { describe, expect, it } from "vitest";

import { decode, type GameState, type Role, type ServerMessage } from "../src/link/protocol";
import { newSession, reduce, type Effect, type Happening, type Session } from "../src/link/session";
import { after } from "./kernel";

const ID = "command-1";

function state(...actions: string[]): GameState {
  return {
    game: "g",
    rules: "standard",
    rev: actions.length,
    actions,
    seats: { X: true, O: true },
    replay: after(actions.join(" ")),
  };
}

const message = (each: ServerMessage): Happening => ({ kind: "message", message: each });
const welcome = (role: Role, at: GameState): Happening =>
  message({ t: "welcome", protocol: 1, role, state: at });
const event = (at: GameState): Happening =>
  message({ t: "event", rev: at.rev, seat: "X", action: at.actions.at(-1) ?? "", state: at });

/** Run happenings one after another; the effects of the last one are returned. */
function run(session: Session, ...happenings: Happening[]): { session: Session; effects: readonly Effect[] } {
  let effects: readonly Effect[] = [];
  for (const happening of happenings) ({ session, effects } = reduce(session, happening));
  return { session, effects };
}

const sent = (effects: readonly Effect[]): unknown[] =>
  effects.flatMap((effect) => (effect.kind === "send" ? [effect.message] : []));

const seated = run(newSession(), welcome("X", state())).session;
const act: Happening = { kind: "act", id: ID, action: "1-9" };

describe("greeting", () => {
  it("says hello with the token it was given", () => {
    const { effects } = run(newSession(), { kind: "opened", token: "secret" });
    expect(sent(effects)).toEqual([{ t: "hello", protocol: 1, token: "secret" }]);
  });

  it("is live with role and board once welcomed, not before", () => {
    expect(newSession().connection).toBe("connecting");
    expect(seated).toMatchObject({ connection: "live", role: "X", state: { rev: 0 } });
  });
});

describe("moving", () => {
  it("sends the move with its id and the revision seen, remembers it, and changes no board", () => {
    const { session, effects } = run(seated, act);
    expect(sent(effects)).toEqual([{ t: "act", id: ID, rev: 0, action: "1-9" }]);
    expect(effects).toContainEqual({ kind: "remember", pending: session.pending });
    expect(session.state).toEqual(seated.state);
    expect(session.pending?.action).toBe("1-9");
  });

  it.each([
    ["acknowledged first", [message({ t: "ack", id: ID, rev: 1 }), event(state("1-9"))]],
    ["announced first", [event(state("1-9")), message({ t: "ack", id: ID, rev: 1 })]],
  ])("is done when acknowledged and announced, %s", (_, [first, second]) => {
    const half = run(seated, act, first as Happening);
    expect(half.session.pending).not.toBeNull();
    const { session, effects } = run(half.session, second as Happening);
    expect(session.pending).toBeNull();
    expect(session.state?.rev).toBe(1);
    expect(effects).toEqual([{ kind: "remember", pending: null }]);
  });

  it("takes no second move while one is on its way", () => {
    const { session, effects } = run(seated, act, { kind: "act", id: "command-2", action: "2-3" });
    expect(session.pending?.id).toBe(ID);
    expect(effects).toEqual([]);
  });

  it("takes no move from a watcher, nor before the board is known", () => {
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

describe("a lost answer", () => {
  it("is asked for again after the reconnect, under the same id and revision", () => {
    const { effects } = run(seated, act, { kind: "closed", code: 1006 }, welcome("X", state()));
    expect(sent(effects)).toEqual([{ t: "act", id: ID, rev: 0, action: "1-9" }]);
  });

  it("is asked for again even if the board already shows the move, which the server takes once", () => {
    const lost = run(seated, act, { kind: "closed", code: 1006 }, welcome("X", state("1-9")));
    expect(sent(lost.effects)).toEqual([{ t: "act", id: ID, rev: 0, action: "1-9" }]);
    expect(run(lost.session, message({ t: "ack", id: ID, rev: 1 })).session.pending).toBeNull();
  });

  it("is asked for again after a reload of the tab", () => {
    const pending = { id: ID, rev: 0, action: "1-9", acked: null };
    expect(sent(run(newSession(pending), welcome("X", state())).effects)).toHaveLength(1);
  });

  it("is dropped when the seat turns out to be lost", () => {
    const pending = { id: ID, rev: 0, action: "1-9", acked: null };
    const { session, effects } = run(newSession(pending), welcome("watch", state()));
    expect(session.pending).toBeNull();
    expect(effects).toEqual([{ kind: "remember", pending: null }]);
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
    expect(session.pending).toBeNull();
  });
});

describe("events", () => {
  it("apply when they are the next revision", () => {
    expect(run(seated, event(state("1-9"))).session.state?.actions).toEqual(["1-9"]);
  });

  it("are ignored when they are known already", () => {
    const at2 = run(seated, event(state("1-9")), event(state("1-9", "1-5"))).session;
    expect(run(at2, event(state("1-9", "1-5"))).session).toEqual(at2);
    expect(run(at2, event(state("1-9"))).session).toEqual(at2);
  });

  it("bring their own snapshot over a gap", () => {
    const { session } = run(seated, event(state("1-9", "1-5", "2-3")));
    expect(session.state?.actions).toEqual(["1-9", "1-5", "2-3"]);
  });
});

describe("refusals", () => {
  it("of a stale move forget it, show the newer board and say so", () => {
    const stale = { t: "refused", id: ID, code: "stale", message: "too late", state: state("2-3") } as const;
    const { session, effects } = run(seated, act, message(stale));
    expect(session).toMatchObject({ pending: null, refused: { code: "stale" }, state: { rev: 1 } });
    expect(effects).toEqual([{ kind: "remember", pending: null }]);
  });

  it("never take the board back", () => {
    const late = { t: "refused", id: ID, code: "stale", message: "", state: state() } as const;
    const { session } = run(seated, act, event(state("1-9")), message(late));
    expect(session.state?.rev).toBe(1);
  });

  it("of something else leave the move on its way", () => {
    const { session } = run(
      seated,
      act,
      message({ t: "refused", id: null, code: "limit", message: "slow down" }),
    );
    expect(session.pending?.id).toBe(ID);
    expect(session.refused?.code).toBe("limit");
  });

  it("are forgotten with the next move", () => {
    const refused = run(seated, message({ t: "refused", id: null, code: "limit", message: "" })).session;
    expect(run(refused, act).session.refused).toBeNull();
  });
});

describe("closing", () => {
  it.each([1006, 1000, 1001, 1008, 1013])("with %i is a lost connection", (code) => {
    const { session, effects } = run(seated, { kind: "closed", code });
    expect(session.connection).toBe("reconnecting");
    expect(effects).toEqual([{ kind: "reconnect", soon: false }]);
  });

  it("with 1012 is a restart, to come back from soon", () => {
    expect(run(seated, { kind: "closed", code: 1012 }).effects).toEqual([{ kind: "reconnect", soon: true }]);
  });

  it.each([
    [4001, "bad-seat"],
    [4003, "refused"],
    [4004, "missing"],
  ])("with %i is for good: %s", (code, gone) => {
    const { session, effects } = run(seated, { kind: "closed", code });
    expect(session).toMatchObject({ connection: "gone", gone });
    expect(effects).toEqual([]);
  });

  it("is for good when the server could not read the greeting", () => {
    const { session } = run(
      newSession(),
      message({ t: "refused", id: null, code: "bad_message", message: "" }),
      { kind: "closed", code: 1008 },
    );
    expect(session.gone).toBe("bad-seat");
  });

  it("forgets who was present", () => {
    const { session } = run(seated, message({ t: "presence", X: 1, O: 1, watch: 2 }), {
      kind: "closed",
      code: 1006,
    });
    expect(session.presence).toBeNull();
  });
});

it("learns from presence that a seat has been taken", () => {
  const waiting = { ...state(), seats: { X: true, O: false } };
  const { session } = run(
    newSession(),
    welcome("X", waiting),
    message({ t: "presence", X: 1, O: 1, watch: 0 }),
  );
  expect(session.state?.seats).toEqual({ X: true, O: true });
});

it.each(["", "{", "7", "null", '{"t":"surprise"}', "{}"])("ignores the frame %j", (text) => {
  expect(decode(text)).toBeNull();
});
