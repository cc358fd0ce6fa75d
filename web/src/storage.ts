/** The browser's storage as plain calls; a browser that forbids it only forgets. */

export interface Store {
  get(key: string): string | null;
  set(key: string, value: string | null): void;
}

/** Other pages of the same origin keep their own things. */
const PREFIX = "spookymarks.";

/** Wrap `localStorage` or `sessionStorage`, named lazily because naming it can already be forbidden. */
export function store(storage: () => Storage): Store {
  return {
    get(key) {
      try {
        return storage().getItem(PREFIX + key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        if (value === null) storage().removeItem(PREFIX + key);
        else storage().setItem(PREFIX + key, value);
      } catch {
        // Full or forbidden: the page works on, without memory.
      }
    },
  };
}

/** Forget all that this page has kept, on the device and in this tab. */
export function forget(storages: readonly (() => Storage)[] = [() => localStorage, () => sessionStorage]): void {
  for (const storage of storages) {
    try {
      const kept = storage();
      for (const key of Object.keys(kept)) if (key.startsWith(PREFIX)) kept.removeItem(key);
    } catch {
      // Forbidden: then nothing was kept.
    }
  }
}

/** Whether another tab has just changed what is kept on this device under a key, or cleared all of it. */
export function isChange({ key: changed }: StorageEvent, key: string): boolean {
  return changed === null || changed === PREFIX + key;
}

/** Kept on this device. */
export const device = store(() => localStorage);

/** Kept in this tab. */
export const tab = store(() => sessionStorage);
