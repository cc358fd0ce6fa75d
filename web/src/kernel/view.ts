/** The kernel's view of a position: one flat record, read into plain values. The layout is native/view.hpp's. */

export const VIEW_SIZE = 88;
export const SIZE = 9;
/** The number of the action that settles in square 1. */
export const FIRST_SETTLE = 36;

/** A line: the mask of its squares, its owner (1 is X, 2 is O), and its highest number. */
export interface ViewLine {
  squares: number;
  owner: number;
  highest: number;
}

/** What the kernel knows about a position: masks of squares, and numbers instead of names. */
export interface View {
  /** Numbers of the legal actions, ascending. */
  legal: number[];
  /** Numbers of the legal placements that would close a cycle, ascending. */
  closing: number[];
  /** The squares of each mark, in move order. */
  marks: number[];
  lines: ViewLine[];
  /** 0 place, 1 measure, 2 over. */
  phase: number;
  /** 0 nobody, 1 X, 2 O. */
  toAct: number;
  /** The number of the mark to measure, 0 when there is none. */
  measured: number;
  /** Points of X and of O in halves; null while the game goes on. */
  points: [number, number] | null;
  ensemble: number;
  /** Of each mark in the pending measurement: 0 none, 1 cycle, 2 stem. */
  roles: number[];
  /** For both squares of the measured mark, ascending: numbers of the marks that settle, in causal order. */
  settled: [number[], number[]];
}

const UNDECIDED = 0xff;

/** The numbers of the bits set in a mask of up to 64 bits given as two halves. */
function members(low: number, high: number): number[] {
  const found: number[] = [];
  for (let n = 0; n < 64; n++) {
    if (((n < 32 ? low : high) >>> (n % 32)) & 1) found.push(n);
  }
  return found;
}

/** The squares of a mask, 1 to 9, ascending. */
export function squaresIn(mask: number): number[] {
  return members(mask, 0).map((square) => square + 1);
}

/** Read the record that `data` begins with. */
export function readView(data: DataView): View {
  const short = (at: number): number => data.getUint16(at, true);
  const mask = (at: number): number[] => members(data.getUint32(at, true), data.getUint32(at + 4, true));
  const bytes = (at: number, count: number): number[] =>
    Array.from({ length: count }, (_, n) => data.getUint8(at + n));
  const numbers = (at: number): number[] => bytes(at, SIZE).filter((number) => number !== 0);
  const count = data.getUint8(50);
  const x = data.getUint8(54);
  return {
    legal: mask(0),
    closing: mask(8),
    marks: Array.from({ length: count }, (_, n) => short(16 + 2 * n)),
    lines: Array.from({ length: data.getUint8(57) }, (_, n) => ({
      squares: short(42 + 4 * n),
      owner: data.getUint8(44 + 4 * n),
      highest: data.getUint8(45 + 4 * n),
    })),
    phase: data.getUint8(51),
    toAct: data.getUint8(52),
    measured: data.getUint8(53),
    points: x === UNDECIDED ? null : [x, data.getUint8(55)],
    ensemble: data.getUint8(56),
    roles: bytes(58, count),
    settled: [numbers(67), numbers(67 + SIZE)],
  };
}
