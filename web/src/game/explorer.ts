/** Actions that are the same but for a turn or a reflection of the board, put together. Pure values. */

import type { Replay } from "../kernel/types";
import { placement, readAction, SQUARES } from "./marks";

/** Where a symmetry carries each square; the entry of square 0 means nothing. */
type Symmetry = readonly number[];

/** Actions that a symmetry of the position carries into each other, the one that is shown for all of them first. */
export interface Kind {
  readonly members: readonly [string, ...string[]];
}

/** The eight ways to lay the board upon itself, the identity first. */
const SYMMETRIES: readonly Symmetry[] = [false, true].flatMap((mirrored) =>
  [0, 1, 2, 3].map((turns) => [
    0,
    ...SQUARES.map((square) => {
      let [row, column] = [Math.floor((square - 1) / 3), (square - 1) % 3];
      if (mirrored) column = 2 - column;
      for (let turn = 0; turn < turns; turn += 1) [row, column] = [column, 2 - row];
      return row * 3 + column + 1;
    }),
  ]),
);

/** The symmetries that carry every mark of the position onto itself. */
function symmetriesOf({ position }: Replay): Symmetry[] {
  const marks = position === "-" ? [] : position.split(".");
  return SYMMETRIES.filter((to) => marks.every((squares) => image(squares, to) === squares));
}

function image(squares: string, to: Symmetry): string {
  return [...squares].map((square) => to[Number(square)]).sort().join("");
}

function carried(action: string, to: Symmetry): string {
  const read = readAction(action);
  if (read.kind === "place") return placement(to[read.a] ?? 0, to[read.b] ?? 0);
  return action.replace(/\d/g, (square) => String(to[Number(square)]));
}

/** The legal actions by kind, in the order of their first members. */
export function kinds(replay: Replay): Kind[] {
  const symmetries = symmetriesOf(replay);
  const seen = new Set<string>();
  const found: Kind[] = [];
  for (const action of replay.legal) {
    if (seen.has(action)) continue;
    const orbit = new Set(symmetries.map((to) => carried(action, to)));
    for (const member of orbit) seen.add(member);
    const others = replay.legal.filter((each) => each !== action && orbit.has(each));
    found.push({ members: [action, ...others] });
  }
  return found;
}

/** The eight ways in which two squares of the board can lie. */
export const SHAPES = [
  "opposite-corners",
  "adjacent-corners",
  "corner-centre",
  "edge-centre",
  "corner-next-edge",
  "corner-far-edge",
  "adjacent-edges",
  "opposite-edges",
] as const;

/** How the two squares of a pair lie on the board; null for an action that places no pair. */
export function shapeOf(action: string): (typeof SHAPES)[number] | null {
  const read = readAction(action);
  if (read.kind !== "place") return null;
  const { a, b } = read;
  const corners = [a, b].filter((square) => square % 2 && square !== 5).length;
  const opposite = a + b === 10;
  if (a === 5 || b === 5) return corners ? "corner-centre" : "edge-centre";
  if (corners === 2) return opposite ? "opposite-corners" : "adjacent-corners";
  if (corners === 0) return opposite ? "opposite-edges" : "adjacent-edges";
  const apart = Math.abs(Math.floor((a - 1) / 3) - Math.floor((b - 1) / 3)) + Math.abs(((a - 1) % 3) - ((b - 1) % 3));
  return apart === 1 ? "corner-next-edge" : "corner-far-edge";
}
