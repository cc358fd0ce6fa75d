/** Actions: their texts and their numbers, 0 to 35 for placements in order, 36 to 44 for settling in a square. */

import { KernelError } from "./errors";

const SIZE = 9;
const PLACEMENTS = (SIZE * (SIZE - 1)) / 2;
const SHAPE = /^(?:([1-9])[-–]([1-9])|@([1-9]))$/;

function placement(a: number, b: number): number {
  return (a * (2 * SIZE - 1 - a)) / 2 + b - a - 1;
}

const PLACEMENT_TEXTS: readonly string[] = Array.from({ length: SIZE }, (_, a) =>
  Array.from({ length: SIZE - 1 - a }, (_, k) => `${String(a + 1)}-${String(a + k + 2)}`),
).flat();

/** The number of an action text: `1-5` in either order, `@5`, `4-4`; throws KernelError `bad_action`. */
export function actionNumber(text: string): number {
  const match = SHAPE.exec(text);
  if (match === null) {
    throw new KernelError("bad_action", text, 1, `"${text}" is no action: they look like 1-9, @5 or 4-4`);
  }
  const first = Number(match[1] ?? match[3]) - 1;
  const second = Number(match[2] ?? match[3]) - 1;
  return first === second ? PLACEMENTS + first : placement(Math.min(first, second), Math.max(first, second));
}

/** The text of an action; settling is written `@5` when a mark is `measured`, else it is the last square, `5-5`. */
export function actionText(number: number, measured: boolean): string {
  const square = String(number - PLACEMENTS + 1);
  return PLACEMENT_TEXTS[number] ?? (measured ? `@${square}` : `${square}-${square}`);
}
