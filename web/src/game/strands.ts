/** A tree laid out for reading: runs of moves, and between them the branches that leave the run. Pure values. */

import type { Kernel, Replay } from "../kernel/kernel";
import { measuredMark, nextMark } from "./marks";
import type { Node, Path, Tree } from "./tree";

export interface Move {
  readonly kind: "move";
  readonly path: Path;
  readonly action: string;
  /** The mark that the action is about. */
  readonly mark: string;
  readonly comment: string;
  readonly evaluation: number | null;
}

/** Alternatives to the move before. */
export interface Fork {
  readonly kind: "fork";
  readonly strands: readonly Strand[];
}

export type Strand = readonly (Move | Fork)[];

export function strandOf(kernel: Kernel, tree: Tree): Strand {
  return strand(kernel, tree.next, [], kernel.read(tree.rules, tree.start));
}

function strand(kernel: Kernel, next: readonly Node[], path: Path, before: Replay): Strand {
  const [first, ...others] = next;
  if (!first) return [];
  const { action, comment, evaluation } = first;
  const mark = measuredMark(before) ?? nextMark(before);
  const here = [...path, action];
  const after = kernel.play(before.rules, before.position, action);
  const move: Move = { kind: "move", path: here, action, mark, comment, evaluation };
  const fork: Fork = { kind: "fork", strands: others.map((node) => strand(kernel, [node], path, before)) };
  return [move, ...(others.length ? [fork] : []), ...strand(kernel, first.next, here, after)];
}
