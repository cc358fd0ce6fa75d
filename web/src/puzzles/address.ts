/** Which puzzle an address asks for: `#day=2026-11-30`, `#id=draw-15c19a`, `#practice&kind=win&grade=2`, `#streak`. */

import { findPuzzle, GRADES, KINDS, type Kind } from "./collection";
import { isOut } from "./days";

export interface Filter {
  /** Null is any. */
  readonly kind: Kind | null;
  readonly grade: number | null;
}

export type Ask =
  | { mode: "day"; day: string }
  | { mode: "practice"; filter: Filter; id: string | null }
  | { mode: "streak" }
  /** The address names something that there is not. */
  | { mode: "missing"; text: string };

/** Read a fragment, with its sign or without; what it does not say is today's puzzle. */
export function readAsk(fragment: string, today: string): Ask {
  const said = new URLSearchParams(fragment.replace(/^#/, ""));
  const [day, id] = [said.get("day"), said.get("id")];
  if (day !== null) return isOut(day, today) ? { mode: "day", day } : { mode: "missing", text: day };
  if (id !== null && !findPuzzle(id)) return { mode: "missing", text: id };
  if (id !== null || said.has("practice")) return { mode: "practice", filter: readFilter(said), id };
  return said.has("streak") ? { mode: "streak" } : { mode: "day", day: today };
}

/** Write the address of a puzzle. */
export function writeAsk(ask: Exclude<Ask, { mode: "missing" }>): string {
  if (ask.mode === "day") return `/puzzles#day=${ask.day}`;
  if (ask.mode === "streak") return "/puzzles#streak";
  const { kind, grade } = ask.filter;
  const parts = ["practice"];
  if (kind !== null) parts.push(`kind=${kind}`);
  if (grade !== null) parts.push(`grade=${grade}`);
  if (ask.id !== null) parts.push(`id=${ask.id}`);
  return `/puzzles#${parts.join("&")}`;
}

function readFilter(said: URLSearchParams): Filter {
  return {
    kind: KINDS.find((each) => each === said.get("kind")) ?? null,
    grade: GRADES.find((each) => String(each) === said.get("grade")) ?? null,
  };
}
