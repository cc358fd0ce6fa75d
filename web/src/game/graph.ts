/** The entanglement graph as it is drawn: squares are nodes, spooky pairs are edges. Pure values. */

import { centre, type Point } from "../board/geometry";
import { groups } from "../board/groups";
import { roleOf, type Role } from "../board/scene";
import type { Letter, Replay } from "../kernel/types";
import { nextMark, numberOf, ownerOf, readAction, SQUARES } from "./marks";

export interface Node extends Point {
  readonly square: number;
  /** The settled mark that closes the square; null while it is open. */
  readonly stone: string | null;
  /** Whether a spooky pair ends here. */
  readonly used: boolean;
}

export interface Edge {
  readonly mark: string;
  readonly owner: Letter;
  readonly squares: readonly [number, number];
  readonly path: string;
  /** Where the mark's name stands. */
  readonly label: Point;
  /** Index of the group's pattern; null for a lone pair. */
  readonly pattern: number | null;
  readonly role: Role;
  /** Whether it is only pointed at. */
  readonly ghost: boolean;
}

export interface Graph {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

/** How far an edge bows when it would run through another square, and how far it does from its parallel. */
const AROUND = 84;
const APART = 52;
/** Diagonals of one small square cross; bowed a little, their names do not stand on each other. */
const ASLANT = 26;
/** The places along an edge where its name may stand, the best one first. */
const PLACES = [0.5, 0.4, 0.6, 0.32, 0.68, 0.26, 0.74];
/** How far apart names should be. */
const ROOM = 27;
const ROUNDS = 4;

/** Draw the graph of a position, with the edge that an action would add. */
export function graph(replay: Replay, action: string | null): Graph {
  const letters = new Map(groups(replay).flatMap(({ marks, letter }) => marks.map((mark) => [mark, letter])));
  const ghost = ghostOf(replay, action);
  const pairs = ghost ? [...replay.spooky, ghost] : replay.spooky;
  const ends = new Set(pairs.flatMap(({ squares }) => squares));
  const arcs = pairs.map(({ squares: [a, b] }, index) => {
    const parallel = pairs.flatMap(({ squares }, at) => (squares[0] === a && squares[1] === b ? [at] : []));
    const turn = parallel.indexOf(index) - (parallel.length - 1) / 2;
    return arc(centre(a), centre(b), bend(a, b) + turn * APART);
  });
  const labels = spread(arcs.map(({ point }) => PLACES.map(point)));
  const edges = pairs.map((pair, index): Edge => {
    const letter = letters.get(pair.mark) ?? null;
    return {
      mark: pair.mark,
      owner: ownerOf(pair.mark),
      squares: pair.squares,
      path: arcs[index]?.path ?? "",
      label: labels[index] ?? centre(pair.squares[0]),
      pattern: letter === null ? null : "ABC".indexOf(letter),
      role: pair === ghost ? "plain" : roleOf(replay, pair.mark),
      ghost: pair === ghost,
    };
  });
  const nodes = SQUARES.map((square): Node => {
    return { square, ...centre(square), stone: replay.squares[square - 1] ?? null, used: ends.has(square) };
  });
  return { nodes, edges };
}

function ghostOf(replay: Replay, action: string | null): Replay["spooky"][number] | null {
  const read = action === null ? null : readAction(action);
  return read?.kind === "place" ? { mark: nextMark(replay), squares: [read.a, read.b] } : null;
}

function bend(a: number, b: number): number {
  const from = centre(a);
  const to = centre(b);
  const dx = (to.x - from.x) / 100;
  const dy = (to.y - from.y) / 100;
  const through = dx % 2 === 0 && dy % 2 === 0;
  if (through) return AROUND;
  return dx !== 0 && dy !== 0 ? ASLANT : 0;
}

/** A curve that bows to its right, and the points on it: 0 is its beginning, 1 its end. */
function arc(from: Point, to: Point, bow: number): { path: string; point: (t: number) => Point } {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy);
  const over = { x: (from.x + to.x) / 2 - (dy / length) * bow, y: (from.y + to.y) / 2 + (dx / length) * bow };
  const mix = (t: number, axis: "x" | "y"): number =>
    Math.round((1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * over[axis] + t ** 2 * to[axis]);
  const path = `M${from.x} ${from.y}Q${Math.round(over.x)} ${Math.round(over.y)} ${to.x} ${to.y}`;
  return { path, point: (t) => ({ x: mix(t, "x"), y: mix(t, "y") }) };
}

/** Choose a place for every name, where it has room; each gives way to the others, and they to it, a few times. */
function spread(places: readonly Point[][]): Point[] {
  const chosen = places.flatMap(([first]) => first ?? []);
  for (let round = 0; round < ROUNDS; round++) {
    places.forEach((candidates, index) => {
      const others = chosen.filter((_, at) => at !== index);
      const room = (place: Point): number =>
        Math.min(ROOM, ...others.map((other) => Math.hypot(place.x - other.x, place.y - other.y)));
      chosen[index] = candidates.reduce((best, place) => (room(place) > room(best) ? place : best));
    });
  }
  return chosen;
}

/** The edges by group, for a list in words: the named groups first, then the lone pairs; the ghost is not among them. */
export function parts(replay: Replay): { letter: string | null; squares: readonly number[]; marks: readonly string[] }[] {
  return groups(replay)
    .map(({ letter, squares, marks }) => ({ letter, squares, marks: marks.toSorted((a, b) => numberOf(a) - numberOf(b)) }))
    .sort((a, b) => Number(a.letter === null) - Number(b.letter === null));
}
