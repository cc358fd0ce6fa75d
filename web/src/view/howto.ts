/** The pictures of the short introduction: hand-made positions, drawn by the same code as real ones. */

import { scene, type Scene } from "../board/scene";
import { NOTHING } from "../game/selection";
import type { Line, Replay, SpookyPair } from "../kernel/types";

function position(spooky: SpookyPair[], squares: Record<number, string> = {}, lines: Line[] = []): Replay {
  return {
    rules: "standard",
    position: "",
    squares: Array.from({ length: 9 }, (_, index) => squares[index + 1] ?? null),
    spooky,
    phase: "place",
    to_act: "X",
    cycle: null,
    stems: null,
    outcomes: null,
    ensemble: 1,
    score: null,
    lines,
    legal: [],
    closing: [],
  };
}

function draw(replay: Replay): Scene {
  return scene({ replay, last: null, selection: NOTHING, ghost: "" });
}

const X1: SpookyPair = { mark: "X1", squares: [1, 5] };
const O2: SpookyPair = { mark: "O2", squares: [5, 9] };
const X3: SpookyPair = { mark: "X3", squares: [1, 9] };

/** Where the loop waits for its measurement: a cycle of three pairs. */
const loop: Replay = {
  ...position([X1, O2, X3]),
  phase: "measure",
  cycle: ["X1", "O2", "X3"],
  stems: [],
  outcomes: {},
};

/** The four steps, in order. */
export const HOWTO: readonly Scene[] = [
  draw(position([X1])),
  draw(position([X1, O2])),
  draw(loop),
  draw(
    position([], { 1: "X1", 5: "X3", 9: "X5", 3: "O2", 8: "O4" }, [
      { mark: "X", squares: [1, 5, 9], highest: 5 },
    ]),
  ),
];

/** The picture that greets: pairs in three groups. */
export const GREETING: Scene = draw(
  position([
    { mark: "X1", squares: [1, 5] },
    { mark: "O2", squares: [5, 6] },
    { mark: "X3", squares: [7, 8] },
    { mark: "O4", squares: [2, 6] },
    { mark: "X5", squares: [4, 8] },
  ]),
);
