/** Where the puzzle progress of this device is kept. */

import { device, isChange } from "../storage";
import { NONE, read, write, type Progress } from "./progress";

const KEY = "puzzles";

export function loadProgress(): Progress {
  return read(device.get(KEY)) ?? NONE;
}

/** Change what is kept; another tab may have written since, so the change is made to what is there now. */
export function changeProgress(change: (progress: Progress) => Progress): Progress {
  const next = change(loadProgress());
  device.set(KEY, next === NONE ? null : write(next));
  return next;
}

/** Whether another tab has just written it. */
export function isProgress(event: StorageEvent): boolean {
  return isChange(event, KEY);
}
