/** The puzzle of each day: the date alone decides, the same for everyone. Pure values; days are texts as 2026-11-30. */

import type { Puzzle } from "./collection";

/** The first day that has a puzzle. */
export const FIRST_DAY = "2026-01-01";

const DAY = 86_400_000;
/** A prime larger than the collection, so that every puzzle gets its day before one comes back. */
const STRIDE = 7919;

/** The day at a time in milliseconds, everywhere by UTC. */
export function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The day so many days later. */
export function later(day: string, days: number): string {
  return dayAt(Date.parse(day) + days * DAY);
}

/** Whether a text is a day that has a puzzle, no later than today. */
export function isOut(day: string, today: string): boolean {
  return isDay(day) && day >= FIRST_DAY && day <= today;
}

export function puzzleOf(day: string, puzzles: readonly Puzzle[]): Puzzle {
  const number = Math.round(Date.parse(day) / DAY);
  const found = puzzles[(number * STRIDE) % puzzles.length];
  if (!found) throw new RangeError(`no puzzle for ${day}`);
  return found;
}

/** Some days that end two after a day, or today; none before the first. */
export function daysAround(day: string, today: string, count: number): string[] {
  const after = later(day, 2);
  const end = after < today ? after : today;
  return Array.from({ length: count }, (_, n) => later(end, n + 1 - count)).filter((each) => each >= FIRST_DAY);
}

/** A text such as 2026-02-30 has the shape of a day and is none. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && dayAt(time) === text;
}
