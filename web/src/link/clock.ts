/** Clocks as values: what is left, how it is written, and when that changes. Times are milliseconds. */

import type { Letter } from "../kernel/types";
import type { Clock } from "./protocol";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Below this, tenths are shown. */
const SHORT = 10 * SECOND;

/** A time control taken apart. */
export type Control =
  | { kind: "game"; seconds: number; increment: number }
  | { kind: "days"; days: number };

/** A span of time in the parts that are shown. */
export type Span =
  | { unit: "days"; days: number; hours: number }
  | { unit: "hours"; hours: number; minutes: number; seconds: number }
  | { unit: "minutes"; minutes: number; seconds: number }
  | { unit: "tenths"; seconds: number; tenths: number };

export function readControl(text: string): Control {
  if (text.endsWith("d")) return { kind: "days", days: Number(text.slice(0, -1)) };
  const [seconds = "0", increment = "0"] = text.split("+");
  return { kind: "game", seconds: Number(seconds), increment: Number(increment) };
}

export function gameControl(seconds: number, increment: number): string {
  return `${seconds}+${increment}`;
}

export function daysControl(days: number): string {
  return `${days}d`;
}

/** What is left to a player at a time of the server. */
export function left(clock: Clock, seat: Letter, now: number): number {
  const spent = clock.running === seat ? Math.max(0, now - clock.since) : 0;
  return Math.max(0, clock[seat] - spent);
}

/** The parts of a span. Whole seconds round up, so that nothing shows as 0:00 while there is time. */
export function span(time: number): Span {
  if (time >= DAY) return { unit: "days", days: Math.floor(time / DAY), hours: Math.floor((time % DAY) / HOUR) };
  if (time < SHORT) {
    const tenths = Math.floor(time / 100);
    return { unit: "tenths", seconds: Math.floor(tenths / 10), tenths: tenths % 10 };
  }
  const total = Math.ceil(time / SECOND);
  const minutes = Math.floor(total / 60);
  const seconds = total % 60;
  if (minutes < 60) return { unit: "minutes", minutes, seconds };
  return { unit: "hours", hours: Math.floor(minutes / 60), minutes: minutes % 60, seconds };
}

/** How long what is shown of a running clock stays as it is. */
export function untilChange(time: number): number {
  if (time >= DAY) return Math.min(MINUTE, (time % HOUR) + 1);
  return time < SHORT ? 100 : (time % SECOND) + 1;
}

const WARNINGS = { game: [10 * SECOND, 30 * SECOND, MINUTE], days: [HOUR, 6 * HOUR, DAY] } as const;

/** The warning that is due: the lowest threshold that a running clock has passed; null for none. */
export function warning(control: Control, time: number): number | null {
  const whole = control.kind === "game" ? control.seconds * SECOND : control.days * DAY;
  // A clock that begins at a threshold has not come down to it.
  return WARNINGS[control.kind].find((each) => time <= each && each < whole) ?? null;
}
