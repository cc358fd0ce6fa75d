import { expect, it } from "vitest";

import { at, timeline, turns } from "../src/game/timeline";
import { game, kernel } from "./kernel";

it("holds the empty board and one position an action", () => {
  const line = game("1-9 1-5 5-9 @5");
  expect(line.replays.map((replay) => replay.position)).toEqual(["-", "19", "19.15", "19.15.59", "9.1.5"]);
});

it("computes only what it does not know yet", () => {
  const known = game("1-9 1-5");
  let calls = 0;
  const counting = {
    ...kernel,
    start: kernel.start,
    read: kernel.read,
    play: (...args: Parameters<typeof kernel.play>) => {
      calls += 1;
      return kernel.play(...args);
    },
  };
  expect(timeline(counting, "standard", ["1-9", "1-5", "5-9"], known).replays).toHaveLength(4);
  expect(calls).toBe(1);
  expect(at(timeline(counting, "standard", ["1-9", "2-3"], known), 2).position).toBe("19.23");
});

it("groups a choice and the placement after it into one turn of the same player", () => {
  const short = turns(game("1-9 1-5 5-9 @5 2-3")).map((turn) =>
    turn.map(({ action, actor }) => `${actor} ${action}`),
  );
  expect(short).toEqual([["X 1-9"], ["O 1-5"], ["X 5-9"], ["O @5", "O 2-3"]]);
});

it("names the mark that an action concerns", () => {
  const marks = turns(game("1-9 1-5 5-9 @5 2-3"))
    .flat()
    .map((step) => step.mark);
  expect(marks).toEqual(["X1", "O2", "X3", "X3", "O4"]);
});

it("gives a coin's measurement to nobody", () => {
  expect(
    turns(game("1-9 1-9 @1", "coin"))
      .flat()
      .map((step) => step.actor),
  ).toEqual(["X", "O", null]);
});

it("holds any ply within the game", () => {
  const line = game("1-9");
  expect(at(line, -3).position).toBe("-");
  expect(at(line, 99).position).toBe("19");
});
