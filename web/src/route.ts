/** Addresses of the page's views, and what a link carries in its fragment. */

/** Views that an address names by itself; what their fragments say, they read. */
const PLAIN = ["play", "computer", "analysis", "review", "puzzles", "settings", "embed"] as const;

export type Route =
  | { view: "home" | (typeof PLAIN)[number] }
  | { view: "game"; id: string; join: string | null; seat: string | null }
  | { view: "missing" };

/** Read an address. A fragment is never sent to a server, so that is where links carry their secrets. */
export function route(path: string, fragment = ""): Route {
  const clean = path.replace(/\/+$/, "");
  if (clean === "") return { view: "home" };
  const plain = PLAIN.find((view) => clean === `/${view}`);
  if (plain) return { view: plain };
  const id = /^\/g\/([A-Za-z0-9]{1,32})$/.exec(clean)?.[1];
  if (!id) return { view: "missing" };
  const secret = new URLSearchParams(fragment.replace(/^#/, ""));
  return { view: "game", id, join: secret.get("join"), seat: secret.get("seat") };
}

export function watchLink(origin: string, id: string): string {
  return `${origin}/g/${id}`;
}

export function playLink(origin: string, id: string, join: string): string {
  return `${watchLink(origin, id)}#${new URLSearchParams({ join }).toString()}`;
}

export function seatLink(origin: string, id: string, token: string): string {
  return `${watchLink(origin, id)}#${new URLSearchParams({ seat: token }).toString()}`;
}
