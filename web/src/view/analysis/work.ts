/** The analysis that this device keeps: what was worked on, where one stood, and what was put away for it. */

import { writeShared } from "../../game/address";
import { mainLine, newTree, nodeAt, readTree, type Path, type Tree } from "../../game/tree";
import type { Kernel } from "../../kernel/kernel";
import { readAddress } from "../../notation/address";
import { refusalText } from "../../notation/words";
import { device } from "../../storage";

const KEY = "analysis";

/** A tree and the node that is looked at. */
export interface Place {
  readonly tree: Tree;
  readonly path: Path;
}

/** What can be brought back, and why it went away. */
export interface Past extends Place {
  readonly why: "deleted" | "replaced";
}

export interface Work extends Place {
  readonly past: Past | null;
}

export interface Arrival {
  readonly work: Work;
  /** Why the address could not be followed; null when it could, or said nothing. */
  readonly trouble: string | null;
}

export function save(work: Work): void {
  device.set(KEY, JSON.stringify(work));
}

function load(kernel: Kernel): Work | null {
  try {
    const saved = JSON.parse(device.get(KEY) ?? "null") as Work | null;
    const place = placeOf(kernel, saved);
    if (!place) return null;
    const past = placeOf(kernel, saved?.past ?? null);
    return { ...place, past: past && { ...past, why: saved?.past?.why === "deleted" ? "deleted" : "replaced" } };
  } catch {
    return null;
  }
}

/** What is left of a saved place: its tree if that is one, and its node if the tree has it. */
function placeOf(kernel: Kernel, saved: Place | null): Place | null {
  const tree = saved && readTree(kernel, saved.tree);
  if (!saved || !tree) return null;
  return { tree, path: nodeAt(tree, saved.path) ? saved.path : [] };
}

/** Whether there is nothing in a tree that anybody would miss. */
function isEmpty({ next, comment, start }: Tree): boolean {
  return next.length === 0 && comment === "" && start === "-";
}

/** Another tree in place of the one worked on, which can be brought back. */
export function replaced({ tree, path, past }: Work, next: Place): Work {
  return { ...next, past: isEmpty(tree) ? past : { tree, path, why: "replaced" } };
}

/** What to show: the game of the address, within the saved work when it is part of it, or else the saved work. */
export function arrive(kernel: Kernel, fragment: string): Arrival {
  const saved = load(kernel) ?? { tree: newTree("standard"), path: [], past: null };
  if (fragment.replace(/^#/, "") === "") return { work: saved, trouble: null };
  try {
    const { tree, path } = readAddress(kernel, fragment);
    const isPart = saved.tree.rules === tree.rules && saved.tree.start === tree.start && nodeAt(saved.tree, mainLine(tree));
    return { work: isPart ? { ...saved, path } : replaced(saved, { tree, path }), trouble: null };
  } catch (error) {
    return { work: saved, trouble: refusalText(error) };
  }
}

/** The fragment of the address: the line that is looked at, to its end, and how far one has gone in it. */
export function fragmentOf({ tree, path }: Place): string {
  const { rules, start } = tree;
  return writeShared({ rules, start, actions: mainLine(tree, path), ply: path.length });
}
