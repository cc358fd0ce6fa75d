/** The kernel's solution of a position: one flat record, read into plain values. The layout is native/solve.hpp's. */

export const SOLUTION_SIZE = 880;

const HEAD_SIZE = 16;
const PROSPECT_SIZE = 24;
const UNIT = 32;
const UNKNOWN = 0xff;

/** An action by its number and what follows from it. */
export interface Prospect {
  action: number;
  /** Points of X less points of O. */
  value: number;
  /** How many marks there are at the end of the game; null for a draw, a coin, or when not asked. */
  marks: number | null;
  /** How many actions of the next to act keep the value; null when nobody acts, or when not asked. */
  replies: number | null;
  /** Numbers of the actions of best play, this one first; empty when not asked. */
  line: number[];
}

export interface Solution {
  nodes: number;
  value: number;
  marks: number | null;
  /** All legal actions, in the order of their numbers. */
  prospects: Prospect[];
}

/** Read the record that `data` begins with. */
export function readSolution(data: DataView): Solution {
  const value = (at: number): number => data.getInt16(at, true) / UNIT;
  const known = (at: number): number | null => (data.getUint8(at) === UNKNOWN ? null : data.getUint8(at));
  const prospect = (at: number): Prospect => ({
    action: data.getUint8(at + 2),
    value: value(at),
    marks: known(at + 3),
    replies: known(at + 4),
    line: Array.from({ length: data.getUint8(at + 5) }, (_, n) => data.getUint8(at + 6 + n)),
  });
  return {
    nodes: Number(data.getBigUint64(0, true)),
    value: value(8),
    marks: known(10),
    prospects: Array.from({ length: data.getUint8(11) }, (_, n) => prospect(HEAD_SIZE + PROSPECT_SIZE * n)),
  };
}
