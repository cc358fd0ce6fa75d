/** Reads the game that an address of this page carries. */

import { readShared } from "../game/address";
import { newTree, type Path, type Tree } from "../game/tree";
import type { Kernel } from "../kernel/kernel";
import { readPosition } from "./position";
import { readGame } from "./text";

/** The game with all its actions, and those of them that are to be shown. */
export interface Addressed {
  readonly tree: Tree;
  readonly path: Path;
}

/** Read an address or its fragment; throws NotationError at the first wrong token of the position or the game. */
export function readAddress(kernel: Kernel, address: string): Addressed {
  const { rules, start, actions, ply } = readShared(address.slice(address.indexOf("#") + 1));
  const from = readPosition(kernel, start, rules);
  const line = readGame(kernel, actions.join(" "), rules, from);
  return {
    tree: newTree(rules, from.position, line.actions),
    path: line.actions.slice(0, ply ?? line.actions.length),
  };
}
