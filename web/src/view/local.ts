/** Where the pass-and-play game of this device is kept. */

import { load, save, type LocalGame } from "../game/localgame";
import { device, isChange } from "../storage";

const KEY = "local";

/** Whether another tab has just written the game. */
export function isLocal(event: StorageEvent): boolean {
  return isChange(event, KEY);
}

export function loadLocal(): LocalGame | null {
  return load(device.get(KEY));
}

export function saveLocal(game: LocalGame): void {
  device.set(KEY, save(game));
}
