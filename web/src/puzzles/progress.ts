/** What a person has solved on this device, as plain values; a first result is never overwritten by a later one. */

/** How a puzzle went: solved at the nth try, or 0 when the answer was shown. */
export type Tries = number;

export interface Progress {
  /** By puzzle. */
  readonly solved: Readonly<Record<string, Tries>>;
  /** By day, for puzzles solved as the day's. */
  readonly days: Readonly<Record<string, Tries>>;
  /** The puzzles of the streak that is going on, the one at hand last. */
  readonly run: readonly string[];
  /** The longest streak. */
  readonly best: number;
}

export const NONE: Progress = { solved: {}, days: {}, run: [], best: 0 };

/** Enter a result; a puzzle whose answer was shown may be solved later, but its day stays as it went. */
export function record(progress: Progress, id: string, tries: Tries, day: string | null): Progress {
  const solved = progress.solved[id] ? progress.solved : { ...progress.solved, [id]: tries };
  if (day === null || progress.days[day] !== undefined) return { ...progress, solved };
  return { ...progress, solved, days: { ...progress.days, [day]: tries } };
}

/** How many puzzles of the streak that is going on are solved. */
export function streak({ run }: Progress): number {
  return Math.max(run.length - 1, 0);
}

/** Go on with another puzzle: the one before it, if there was one, has been solved. */
export function goOn(progress: Progress, next: string): Progress {
  const run = [...progress.run, next];
  return { ...progress, run, best: Math.max(progress.best, run.length - 1) };
}

/** The streak is over. */
export function breakOff(progress: Progress): Progress {
  return { ...progress, run: [] };
}

/** How many days in a row, up to a day, were solved without seeing the answer; that day itself may still be open. */
export function daysInRow({ days }: Progress, today: string, before: (day: string) => string): number {
  let count = 0;
  for (let day = days[today] ? today : before(today); days[day]; day = before(day)) count += 1;
  return count;
}

/** Take in what another device or an earlier time knew: first results here stay, the longer streak counts. */
export function merge(here: Progress, there: Progress): Progress {
  return {
    ...here,
    solved: { ...there.solved, ...here.solved },
    days: { ...there.days, ...here.days },
    best: Math.max(here.best, there.best),
  };
}

export function write(progress: Progress): string {
  return JSON.stringify(progress);
}

/** Read what `write` wrote; null when it is anything else. */
export function read(text: string | null): Progress | null {
  let value: unknown;
  try {
    value = JSON.parse(text ?? "null");
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { solved, days, run, best } = value as Record<string, unknown>;
  if (!areTries(solved) || !areTries(days) || !isCount(best)) return null;
  if (!Array.isArray(run) || !run.every((id) => typeof id === "string")) return null;
  return { solved, days, run, best };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function areTries(value: unknown): value is Record<string, Tries> {
  return typeof value === "object" && value !== null && Object.values(value).every(isCount);
}
