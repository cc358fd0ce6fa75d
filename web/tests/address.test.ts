import { expect, it } from "vitest";

import {
  loadInvitation,
  loadPending,
  loadSeat,
  saveInvitation,
  savePending,
  saveSeat,
  seatWithout,
} from "../src/link/seats";
import { playLink, route, seatLink, watchLink } from "../src/route";
import { mustConfirm } from "../src/settings.svelte";
import { store, type Store } from "../src/storage";

function memory(): Store {
  const kept = new Map<string, string>();
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void (value === null ? kept.delete(key) : kept.set(key, value)),
  };
}

it.each([
  ["/", { view: "home" }],
  ["/play", { view: "play" }],
  ["/play/", { view: "play" }],
  ["/g/Ab9x", { view: "game", id: "Ab9x", join: null, seat: null }],
  ["/g/Ab-9_x", { view: "missing" }],
  ["/g/", { view: "missing" }],
  ["/g/a/b", { view: "missing" }],
  ["/elsewhere", { view: "missing" }],
])("reads the address %s", (path, expected) => {
  expect(route(path)).toEqual(expected);
});

it("writes links that it reads back, with the secret in the fragment only", () => {
  const origin = "https://example.org";
  for (const [link, key] of [
    [playLink(origin, "abc", "s-_1"), "join"],
    [seatLink(origin, "abc", "s-_1"), "seat"],
  ] as const) {
    const url = new URL(link);
    expect(url.pathname + url.search).toBe("/g/abc");
    expect(route(url.pathname, url.hash)).toMatchObject({ id: "abc", [key]: "s-_1" });
  }
  expect(new URL(watchLink(origin, "abc")).hash).toBe("");
});

it("keeps seat, invitation and commands on their way by game and forgets them when told", () => {
  const kept = memory();
  const seat = { token: "t", side: "X", join: "j", fresh: null } as const;
  const move = { id: "i", rev: 3, command: { t: "act", action: "1-9" }, acked: 4 } as const;
  const phrase = { id: "k", rev: 3, command: { t: "say", phrase: "nice" }, acked: null } as const;
  saveSeat("g1", seat, kept);
  saveInvitation("g1", "j", kept);
  savePending("g1", "game", move, kept);
  savePending("g1", "talk", phrase, kept);
  expect(loadSeat("g1", kept)).toEqual(seat);
  expect(loadSeat("g2", kept)).toBeNull();
  expect(loadInvitation("g1", kept)).toBe("j");
  // Whether a command was acknowledged is asked again.
  expect(loadPending("g1", kept)).toEqual({ game: { ...move, acked: null }, talk: phrase });
  saveSeat("g1", null, kept);
  savePending("g1", "game", null, kept);
  expect(loadSeat("g1", kept)).toBeNull();
  expect(loadPending("g1", kept)).toEqual({ game: null, talk: phrase });
});

it("takes damaged memory for none", () => {
  const kept = memory();
  kept.set("seat.g", "{");
  kept.set("pending.game.g", '{"id":7}');
  kept.set("pending.talk.g", '{"id":"i","rev":1,"command":"say"}');
  expect(loadSeat("g", kept)).toBeNull();
  expect(loadPending("g", kept)).toEqual({ game: null, talk: null });
});

it("finds the seat that is left when a token opens none any more", () => {
  const seat = { token: "t", side: "X", join: null, fresh: null } as const;
  expect(seatWithout("t", seat)).toBeNull();
  // Another tab has renewed it, or this one was about to.
  expect(seatWithout("old", seat)).toBe(seat);
  expect(seatWithout("t", { ...seat, fresh: "f" })).toEqual({ ...seat, token: "f" });
  expect(seatWithout("t", null)).toBeNull();
});

it("works without a storage", () => {
  const forbidden = store(() => {
    throw new Error("forbidden");
  });
  forbidden.set("a", "b");
  expect(forbidden.get("a")).toBeNull();
});

it("asks for confirmation by the kind of pointer unless told otherwise", () => {
  expect(["touch", "pen", "mouse", "key"].map((pointer) => mustConfirm("automatic", pointer))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(mustConfirm("always", "mouse")).toBe(true);
  expect(mustConfirm("never", "touch")).toBe(false);
});
