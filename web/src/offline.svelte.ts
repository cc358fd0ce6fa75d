/** The page without a network: its service worker, the new versions that it brings, and files that are gone. */

import { tab } from "./storage";

/** How long a page that stays open waits before it asks for a new version again. */
const PAUSE = 3_600_000;
/** Loading anew helps once; whoever still misses files a moment later has another trouble. */
const ONCE_IN = 60_000;

let waiting = $state.raw(false);

/** What is new. */
export const news = {
  /** Whether a new version of the page waits to be used. */
  get ready(): boolean {
    return waiting;
  },
};

/** Make the page work offline from now on, and notice new versions. */
export async function workOffline(): Promise<void> {
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  let registration: ServiceWorkerRegistration;
  try {
    registration = await navigator.serviceWorker.register("/sw.js");
    notice(registration);
  } catch {
    // A browser that forbids it has a page that needs the network.
    return;
  }
  let asked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" || Date.now() - asked < PAUSE) return;
    asked = Date.now();
    void registration.update().catch(() => null);
  });
}

function notice(registration: ServiceWorkerRegistration): void {
  waiting = registration.waiting !== null;
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      // The first version of all replaces nothing.
      if (worker.state === "installed" && registration.active) waiting = true;
    });
  });
}

/** Load the page anew, in its newest version. */
export async function renew(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const worker = registration && (await newest(registration));
  if (!worker) {
    location.reload();
    return;
  }
  worker.addEventListener("statechange", () => worker.state === "activated" && location.reload());
  worker.postMessage({ type: "SKIP_WAITING" });
}

/** The version that waits, or the one that is being fetched; null when there is nothing new. */
async function newest(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  if (!registration.waiting) await registration.update().catch(() => null);
  const worker = registration.installing;
  if (worker) {
    await new Promise<void>((done) => {
      worker.addEventListener("statechange", () => done(), { once: true });
    });
  }
  return registration.waiting;
}

let reloading: Promise<void> | null = null;

/**
 * A file of this version is gone because a newer one took its place: load the page anew, in which every game still is.
 * Only once in a while, and only where there is a page to load; when it is, this never ends, else it ends soon.
 */
export function reloadOnce(): Promise<void> {
  // Several parts may miss their files at once.
  reloading ??= tryToReload().finally(() => (reloading = null));
  return reloading;
}

async function tryToReload(): Promise<void> {
  const now = Date.now();
  if (now - Number(tab.get("reloaded") ?? 0) < ONCE_IN || !(await canReload())) return;
  tab.set("reloaded", String(now));
  location.reload();
  // What is on the screen stays there until then.
  return new Promise(() => {});
}

async function canReload(): Promise<boolean> {
  if (navigator.serviceWorker?.controller) return true;
  return fetch("/", { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
}
