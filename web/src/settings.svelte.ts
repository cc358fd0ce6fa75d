/** What a person sets for this device. Screens read `settings`, and follow when it changes; `change` keeps it. */

import { TAKEBACKS, type Takebacks } from "./link/protocol";
import { device } from "./storage";

/** The values that each setting can have, its default first. */
const CHOICES = {
  /** Whether a finished move waits for a button: automatic asks on touch screens only. */
  confirm: ["automatic", "always", "never"],
  /** Whether a pair that would close a cycle is warned of before it is played. */
  warn: ["yes", "no"],
  /** How a collapse is shown: by itself, one mark a press, or all at once. */
  collapse: ["play", "step", "skip"],
  /** Which square a digit means: as numbered, or as on a number pad with 7 8 9 at the top. */
  digits: ["numbered", "pad"],
  /** How much squares and moves say to those who hear them. */
  wording: ["full", "brief"],
  /** Whether moves can be heard. */
  sound: ["off", "on"],
  /** The look: as the system has it, or one of ours. */
  theme: ["system", "light", "dark", "contrast"],
} as const;

export type Setting = keyof typeof CHOICES;
export type Settings = { [S in Setting]: (typeof CHOICES)[S][number] };
export type Confirm = Settings["confirm"];

/** The values of a setting, for whoever offers them. */
export function choicesOf<S extends Setting>(setting: S): (typeof CHOICES)[S] {
  return CHOICES[setting];
}

function load(): Settings {
  const found = Object.entries(CHOICES).map(([setting, choices]) => {
    const saved = device.get(setting);
    return [setting, (choices as readonly string[]).find((each) => each === saved) ?? choices[0]];
  });
  return Object.fromEntries(found) as Settings;
}

export const settings: Settings = $state(load());

/** Set one of them, for now and for the next visit. */
export function change<S extends Setting>(setting: S, value: Settings[S]): void {
  settings[setting] = value;
  device.set(setting, value === CHOICES[setting][0] ? null : value);
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
