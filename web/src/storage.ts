/** The browser's storage as plain calls; a browser that forbids it only forgets. */

export interface Store {
  get(key: string): string | null;
  set(key: string, value: string | null): void;
}

/** Wrap `localStorage` or `sessionStorage`, named lazily because naming it can already be forbidden. */
export function store(storage: () => Storage): Store {
  return {
    get(key) {
      try {
        return storage().getItem(`spookymarks.${key}`);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        if (value === null) storage().removeItem(`spookymarks.${key}`);
        else storage().setItem(`spookymarks.${key}`, value);
      } catch {
        // Full or forbidden: the page works on, without memory.
      }
    },
  };
}

/** Kept on this device. */
export const device = store(() => localStorage);

/** Kept in this tab. */
export const tab = store(() => sessionStorage);
