import { describe, expect, it } from "vitest";

import type { GameState, Presence } from "../src/link/protocol";
import { newSession, type Session } from "../src/link/session";
import { claimIn, hindrance, openOffers } from "../src/link/wishes";
import { endText, matchText, newsText, offerText, termsTexts, whereText } from "../src/link/words";
import { state } from "./link";

function session(changes: Partial<GameState> = {}, more: Partial<Session> = {}): Session {
  return { ...newSession(), connection: "live", role: "X", state: state("1-9", changes), ...more };
}
const ended = { by: "resignation", seat: "O", score: { X: 1, O: 0 } } as const;
const alone = { seats: { X: true, O: false } };
const pending = { game: { id: "i", rev: 1, command: { t: "resign" }, acked: null }, talk: null } as const;

describe("a wish", () => {
  it("can be had in the midst of a game", () => {
    for (const wish of ["takeback", "draw", "resign", "deletion"] as const) {
      expect(hindrance(wish, session(), true)).toBeNull();
    }
  });

  it.each([
    ["takeback", session({ takebacks: "never" }), true, "never"],
    ["takeback", session(), false, "nothing"],
    ["draw", session(alone), true, "alone"],
    ["resign", session(alone), true, "alone"],
    ["takeback", session(alone), true, "alone"],
    ["takeback", session({ ...alone, takebacks: "free" }), true, null],
    ["deletion", session(alone), true, null],
    ["draw", session({ offers: [{ what: "draw", seat: "X" }] }), true, "offered"],
    ["draw", session({ offers: [{ what: "draw", seat: "O" }] }), true, null],
    ["draw", session({}, { spent: ["draw"] }), true, "spent"],
    ["resign", session({ end: ended }), true, "over"],
    ["rematch", session(), true, "going-on"],
    ["rematch", session({ end: ended }), true, null],
    ["deletion", session({ end: ended }), true, null],
    ["resign", session({}, { pending }), true, "sending"],
  ] as const)("for a %s meets what the game allows", (wish, at, acted, why) => {
    expect(hindrance(wish, at, acted)).toBe(why);
  });
});

it("offers are told apart by whose they are", () => {
  const offers = [
    { what: "draw", seat: "O" },
    { what: "takeback", seat: "X" },
  ] as const;
  const open = openOffers(state("", { offers: [...offers] }), "X");
  expect(open.theirs.map((offer) => offerText(offer, "X"))).toEqual(["O offers a draw."]);
  expect(open.mine.map((offer) => offerText(offer, "X"))).toEqual(["You asked for a takeback."]);
});

describe("a claim", () => {
  const away = (claim: number | null): Presence => ({ X: "here", O: "away", watch: 0, claim });

  it("comes in sight for the player who waits, and counts down", () => {
    const waiting = session({}, { presence: away(42_000), told: 1_000 });
    expect(claimIn(waiting, 11_000)).toBe(32_000);
    expect(claimIn(waiting, 99_000)).toBe(0);
  });

  it("is none of the player's who is to act, nor of a watcher's, nor when it is far off or the game over", () => {
    const presence = away(1_000);
    expect(claimIn(session({}, { role: "O", presence }), 0)).toBeNull();
    expect(claimIn(session({}, { role: "watch", presence }), 0)).toBeNull();
    expect(claimIn(session({ end: ended }, { presence }), 0)).toBeNull();
    expect(claimIn(session({}, { presence: away(3_600_000) }), 0)).toBeNull();
    expect(claimIn(session({}, { presence: away(null) }), 0)).toBeNull();
  });
});

describe("the end", () => {
  it.each([
    ["resignation", "X", { X: 0, O: 1 }, "X resigned.", "You resigned."],
    ["agreement", "X", { X: 0, O: 0 }, "The players agreed to a draw.", "The players agreed to a draw."],
    ["time", "X", { X: 0, O: 1 }, "X ran out of time.", "You ran out of time."],
    [
      "absence",
      "X",
      { X: 0, O: 1 },
      "X was away for too long, and O claimed the win.",
      "You were away for too long, and O claimed the win.",
    ],
    [
      "absence",
      "X",
      { X: 0, O: 0 },
      "X was away for too long, and O claimed a draw.",
      "You were away for too long, and O claimed a draw.",
    ],
  ] as const)("by %s is explained to both sides", (by, seat, score, toOther, toSeat) => {
    expect(endText({ by, seat, score }, "O")).toBe(toOther);
    expect(endText({ by, seat, score }, "watch")).toBe(toOther);
    expect(endText({ by, seat, score }, "X")).toBe(toSeat);
  });
});

describe("the score of a series", () => {
  const series = { match: { X: 1.5, O: 1, games: 2 } };

  it("is told by player, the present game included once it is over", () => {
    expect(matchText(state("", series), "O")).toBe("You 1 : 1½ opponent, after 2 games");
    expect(matchText(state("", { ...series, end: ended }), "X")).toBe("You 2½ : 1 opponent, after 3 games");
    expect(matchText(state("", series), "watch")).toBe("X 1½ : 1 O, after 2 games");
  });

  it("is not told before there is one", () => {
    expect(matchText(state("", { end: ended }), "X")).toBe("");
  });
});

describe("news", () => {
  const told = (kind: "decline" | "accept" | "offer" | "token" | "say", what: string, changes = {}): string | null =>
    newsText({ rev: 1, seat: "O", kind, what }, state("", changes), "X");

  it("tells declined offers and takebacks, and leaves the rest to others", () => {
    expect(told("decline", "draw")).toBe("O closed the offer: no draw.");
    expect(told("accept", "takeback")).toBe("O agreed: X's last move is taken back.");
    expect(told("offer", "takeback", { takebacks: "free" })).toBe("O took back their last move.");
    expect(told("offer", "takeback")).toBeNull();
    expect(told("token", "")).toBeNull();
    expect(told("say", "nice")).toBeNull();
  });
});

it("whereabouts are told with their time when it is known", () => {
  expect(whereText("O", "lost", null)).toBe("O's line dropped; they may be reconnecting.");
  expect(whereText("O", "lost", 34_000)).toBe("O's line dropped 30 seconds ago; they may be reconnecting.");
  expect(whereText("O", "away", 125_000)).toBe("O left 2 minutes ago.");
  expect(whereText("O", "here", 5)).toBe("O is here.");
});

it("the terms are told in plain words", () => {
  expect(termsTexts({ rules: "coin", clock: "3d", takebacks: "never" })).toEqual([
    "Coin",
    "3 days a move",
    "no takebacks",
  ]);
});
