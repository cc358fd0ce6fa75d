/** What can be heard. Nothing is loaded and no sound is made before a person switches sound on. */

import type { Replay } from "./kernel/types";
import { settings } from "./settings.svelte";

/** The occasions that have a sound of their own. */
export type Sound = "place" | "cycle" | "settle" | "line" | "refusal" | "edge";

/** Make a sound, if this device is to make any. */
export function hear(sound: Sound): void {
  if (settings.sound === "on") void import("./tones").then(({ sing }) => sing(sound));
}

/** The sound of an action. */
export function soundOf(before: Replay, after: Replay, action: string): Sound {
  if (after.lines.length > before.lines.length) return "line";
  if (action.startsWith("@")) return "settle";
  return before.closing.includes(action) ? "cycle" : "place";
}
