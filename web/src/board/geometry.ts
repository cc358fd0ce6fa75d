/** Where things stand on the board, in units of which a square is 100 wide. */

export const SIDE = 100;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The top left corner of square 1–9. */
export function corner(square: number): Point {
  return { x: ((square - 1) % 3) * SIDE, y: Math.floor((square - 1) / 3) * SIDE };
}

export function centre(square: number): Point {
  const { x, y } = corner(square);
  return { x: x + SIDE / 2, y: y + SIDE / 2 };
}

/** The fixed slot of mark n in a square: a small grid like the board's own, below the square's number. */
export function slot(square: number, number: number): Point {
  const { x, y } = corner(square);
  return { x: x + 20 + ((number - 1) % 3) * 30, y: y + 27 + Math.floor((number - 1) / 3) * 28.5 };
}

/** The number of the slot at a place in a square (0–100 both ways); null between slots. */
export function slotAt(x: number, y: number): number | null {
  const column = Math.round((x - 20) / 30);
  const row = Math.round((y - 27) / 28.5);
  if (column < 0 || column > 2 || row < 0 || row > 2) return null;
  const far = Math.hypot(x - 20 - column * 30, y - 27 - row * 28.5) > 15;
  return far ? null : row * 3 + column + 1;
}

/**
 * How far the thread of mark n bows. Marks whose slots lie in one direction would draw over each other when
 * their pairs run that way too, so no two slots of a row, a column or a diagonal bow alike.
 */
export const BOW = [14, -14, 24, 26, -24, 8, -10, 18, -16] as const;

/** A curve between two points that bows to its right by `bow` units. */
export function curve(from: Point, to: Point, bow: number): string {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  const x = (from.x + to.x) / 2 - (dy / length) * bow;
  const y = (from.y + to.y) / 2 + (dx / length) * bow;
  return `M${round(from.x)} ${round(from.y)}Q${round(x)} ${round(y)} ${round(to.x)} ${round(to.y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The two ends of the stroke through a finished line, a little beyond the outer centres. */
export function strike(first: number, last: number): { from: Point; to: Point } {
  const a = centre(first);
  const b = centre(last);
  const reach = 34 / Math.hypot(b.x - a.x, b.y - a.y);
  return {
    from: { x: a.x - (b.x - a.x) * reach, y: a.y - (b.y - a.y) * reach },
    to: { x: b.x + (b.x - a.x) * reach, y: b.y + (b.y - a.y) * reach },
  };
}
