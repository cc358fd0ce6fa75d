/** What a person sets for this device. */

import { TAKEBACKS, type Takebacks } from "./link/protocol";
import { device } from "./storage";

export const CONFIRM = ["automatic", "always", "never"] as const;

/** Whether a finished move waits for a button: automatic asks on touch screens only. */
export type Confirm = (typeof CONFIRM)[number];

export function loadConfirm(): Confirm {
  const saved = device.get("confirm");
  return CONFIRM.find((each) => each === saved) ?? "automatic";
}

export function saveConfirm(confirm: Confirm): void {
  device.set("confirm", confirm);
}

/** Decide for one touch, by the kind of pointer that made it. */
export function mustConfirm(confirm: Confirm, pointer: string): boolean {
  if (confirm === "automatic") return pointer === "touch" || pointer === "pen";
  return confirm === "always";
}

/** What the next game by link is to be played under, besides its rules. */
export interface Habit {
  clock: string | null;
  takebacks: Takebacks;
}

export function loadHabit(): Habit {
  const clock = device.get("clock");
  const takebacks = device.get("takebacks");
  return {
    clock: clock !== null && /^(\d{1,5}\+\d{1,3}|\d{1,2}d)$/.test(clock) ? clock : null,
    takebacks: TAKEBACKS.find((each) => each === takebacks) ?? "ask",
  };
}

export function saveHabit({ clock, takebacks }: Habit): void {
  device.set("clock", clock);
  device.set("takebacks", takebacks);
}

/** Whether phrases of others are hidden. */
export function loadMuted(): boolean {
  return device.get("muted") !== null;
}

export function saveMuted(muted: boolean): void {
  device.set("muted", muted ? "yes" : null);
}
