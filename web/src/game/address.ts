/** Games and positions in the fragment of an address, as in `/analysis#game=1-9,1-5,5-9&rules=coin&ply=2`. */

import { RULE_NAMES, type RulesName } from "../kernel/types";

export interface Shared {
  rules: RulesName;
  /** The text of the position to begin at; `-` is the empty board. */
  start: string;
  /** What was played from there. Only the rules can tell whether it is legal. */
  actions: readonly string[];
  /** How many actions to show; null shows all. */
  ply: number | null;
}

/** Write a fragment without its sign; what is as usual is left out. */
export function writeShared({ rules, start, actions, ply }: Shared): string {
  const parts: string[] = [];
  if (start !== "-") parts.push(`position=${start}`);
  if (actions.length) parts.push(`game=${actions.join(",")}`);
  if (rules !== "standard") parts.push(`rules=${rules}`);
  if (ply !== null && ply !== actions.length) parts.push(`ply=${ply}`);
  return parts.join("&");
}

/** Read a fragment, with its sign or without; what it does not say is as usual. */
export function readShared(fragment: string): Shared {
  const said = new URLSearchParams(fragment.replace(/^#/, ""));
  const actions = (said.get("game") ?? "").split(/[\s,+]+/).filter(Boolean);
  const ply = Number(said.get("ply") ?? Number.NaN);
  return {
    rules: RULE_NAMES.find((name) => name === said.get("rules")) ?? "standard",
    start: said.get("position") || "-",
    actions,
    ply: Number.isInteger(ply) && ply >= 0 ? Math.min(ply, actions.length) : null,
  };
}
