/** How this device likes to analyse: whether values show, and whose moves are looked for without help. */

import type { Letter } from "../../kernel/types";
import { device } from "../../storage";

export type Find = "off" | Letter;
export const FINDS: readonly Find[] = ["off", "X", "O"];

/** Actions one by one, or those together that are the same but for a turn or a reflection. */
export type Grouping = "kinds" | "each";
export const GROUPINGS: readonly Grouping[] = ["kinds", "each"];

export function loadShown(): boolean {
  return device.get("analysis.values") !== null;
}

export function saveShown(shown: boolean): void {
  device.set("analysis.values", shown ? "on" : null);
}

export function loadFind(): Find {
  return FINDS.find((each) => each === device.get("analysis.find")) ?? "off";
}

export function saveFind(find: Find): void {
  device.set("analysis.find", find === "off" ? null : find);
}

export function loadGrouping(): Grouping {
  return GROUPINGS.find((each) => each === device.get("analysis.group")) ?? "kinds";
}

export function saveGrouping(grouping: Grouping): void {
  device.set("analysis.group", grouping === "kinds" ? null : grouping);
}
