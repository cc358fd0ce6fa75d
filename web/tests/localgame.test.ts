import { expect, it } from "vitest";

import { load, newGame, play, redo, save, undo } from "../src/game/localgame";

const three = ["1-9", "1-5", "5-9"].reduce(play, newGame("standard"));

it("undoes the last action only and redoes it", () => {
  const back = undo(three);
  expect(back.actions).toEqual(["1-9", "1-5"]);
  expect(redo(back)).toEqual(three);
});

it("redoes several actions in their old order", () => {
  expect(redo(redo(undo(undo(three)))).actions).toEqual(three.actions);
});

it("forgets what was undone when another action is played, and keeps it when the same one is", () => {
  const back = undo(undo(three));
  expect(play(back, "2-3").undone).toEqual([]);
  expect(play(back, "1-5")).toEqual(undo(three));
});

it("leaves a game without moves alone", () => {
  const empty = newGame("coin");
  expect(undo(empty)).toEqual(empty);
  expect(redo(empty)).toEqual(empty);
});

it("reads what it saved, undone actions included", () => {
  expect(load(save(undo(three)))).toEqual(undo(three));
});

it.each([null, "", "{", "[]", "null", '{"rules":"chess","actions":[],"undone":[]}', '{"rules":"coin"}'])(
  "reads nothing from %j",
  (text) => {
    expect(load(text)).toBeNull();
  },
);
