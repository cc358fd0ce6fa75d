/** A game with branches and comments: a tree of actions, in which a node is named by the actions that lead there. Pure. */

import type { Kernel, Replay } from "../kernel/kernel";
import { RULE_NAMES, type RulesName } from "../kernel/types";
import { inOrder, plain, resultOf, rounded, UNFINISHED, type GameRecord, type RecordLine, type Tags } from "../notation/record";

/** The actions from the start to a node; the start itself has none. */
export type Path = readonly string[];

export interface Branch {
  readonly comment: string;
  /** What was played next, the main line first. */
  readonly next: readonly Node[];
}

export interface Node extends Branch {
  readonly action: string;
  /** X − O in points, as a record told it. */
  readonly evaluation: number | null;
}

export interface Tree extends Branch {
  readonly rules: RulesName;
  /** The text of the position it begins at; `-` is the empty board. */
  readonly start: string;
  readonly tags: Tags;
}

export function newTree(rules: RulesName, start = "-", actions: Path = []): Tree {
  const tree: Tree = { rules, start, tags: [], comment: "", next: [] };
  return actions.reduce((grown, action, ply) => add(grown, actions.slice(0, ply), action), tree);
}

/** What a path leads to; null when the tree has no such path. */
export function nodeAt(tree: Tree, path: Path): Branch | null {
  let found: Branch | undefined = tree;
  for (const action of path) found = found?.next.find((node) => node.action === action);
  return found ?? null;
}

/** The path, and the main line from there on. */
export function mainLine(tree: Tree, path: Path = []): Path {
  const line = [...path];
  for (let node = nodeAt(tree, path)?.next[0]; node; node = node.next[0]) line.push(node.action);
  return line;
}

/** Whether a path is part of the main line. */
export function isMain(tree: Tree, path: Path): boolean {
  const main = mainLine(tree);
  return path.every((action, ply) => main[ply] === action);
}

/** The alternatives to the last action of a path, itself included, in their order. */
export function siblings(tree: Tree, path: Path): Path[] {
  const before = path.slice(0, -1);
  return path.length ? (nodeAt(tree, before)?.next.map(({ action }) => [...before, action]) ?? []) : [];
}

/** Play an action at a node; one that stands there already is not added again. */
export function add(tree: Tree, path: Path, action: string): Tree {
  return changed(tree, path, ({ next }) =>
    next.some((node) => node.action === action)
      ? next
      : [...next, { action, comment: "", evaluation: null, next: [] }],
  );
}

/** Take a node away, with all that follows it. */
export function remove(tree: Tree, path: Path): Tree {
  const last = path.at(-1);
  return changed(tree, path.slice(0, -1), ({ next }) => next.filter(({ action }) => action !== last));
}

/** Make a path, from its first action on, part of the main line. */
export function promote(tree: Tree, path: Path): Tree {
  return path.reduce(
    (risen, action, ply) =>
      changed(risen, path.slice(0, ply), ({ next }) => [
        ...next.filter((node) => node.action === action),
        ...next.filter((node) => node.action !== action),
      ]),
    tree,
  );
}

/** Say something about a node, or about the start. */
export function comment(tree: Tree, path: Path, text: string): Tree {
  const last = path.at(-1);
  if (last === undefined) return { ...tree, comment: text };
  return changed(tree, path.slice(0, -1), ({ next }) =>
    next.map((node) => (node.action === last ? { ...node, comment: text } : node)),
  );
}

/** The tree with other actions after the node at a path; a path that leads nowhere changes nothing. */
function changed<B extends Branch>(branch: B, path: Path, next: (found: Branch) => readonly Node[]): B {
  const [first, ...rest] = path;
  if (first === undefined) return { ...branch, next: next(branch) };
  return {
    ...branch,
    next: branch.next.map((node) => (node.action === first ? changed(node, rest, next) : node)),
  };
}

// Records

export function treeOf({ rules, tags, comment: said, line }: GameRecord): Tree {
  return { rules, start: "-", tags, comment: said, next: merged(nodesOf(line)) };
}

/** The alternatives that a line of a record begins with: its first step, and the branches beside it. */
function nodesOf([first, ...rest]: RecordLine): Node[] {
  if (!first) return [];
  const { branches, ...node } = first;
  return [{ ...node, next: merged(nodesOf(rest)) }, ...branches.flatMap(nodesOf)];
}

/** Alternatives that begin with the same action are one. */
function merged(nodes: readonly Node[]): Node[] {
  const found = new Map<string, Node>();
  for (const node of nodes) {
    const { action, comment: said, evaluation, next } = found.get(node.action) ?? { ...node, comment: "", next: [] };
    found.set(action, {
      action,
      comment: plain(`${said} ${node.comment}`),
      evaluation: evaluation ?? node.evaluation,
      next: merged([...next, ...node.next]),
    });
  }
  return [...found.values()];
}

/** The tree as a record, whose result is that of the main line; null when it does not begin on the empty board. */
export function recordOfTree(kernel: Kernel, tree: Tree): GameRecord | null {
  if (tree.start !== "-") return null;
  const { rules } = tree;
  const given = new Map(tree.tags);
  const end = mainLine(tree).reduce((at, action) => kernel.play(rules, at.position, action), kernel.start(rules));
  const due = resultOf(end);
  const result = due === UNFINISHED && given.has("Termination") ? (given.get("Result") ?? due) : due;
  const tags = inOrder([...given, ["Rules", rules], ["Result", result]]);
  return { rules, tags, comment: plain(tree.comment), line: lineOf(tree.next) };
}

function lineOf([first, ...others]: readonly Node[]): RecordLine {
  if (!first) return [];
  const { next, ...step } = first;
  const branches = others.map((node) => lineOf([node]));
  return [{ ...step, comment: plain(step.comment), branches }, ...lineOf(next)];
}

// The browser's storage

/** Read what a tree became by way of JSON; null when it is anything else, or not a game under its rules. */
export function readTree(kernel: Kernel, value: unknown): Tree | null {
  try {
    const { rules, start, tags, comment: said, next } = value as Partial<Tree>;
    const known = RULE_NAMES.find((name) => name === rules);
    if (!known || typeof start !== "string" || typeof said !== "string" || !Array.isArray(tags)) return null;
    const texts = (tags as unknown[]).filter(
      (tag): tag is readonly [string, string] =>
        Array.isArray(tag) && tag.length === 2 && tag.every((part) => typeof part === "string"),
    );
    return { rules: known, start, tags: texts, comment: said, next: readNodes(kernel, next, kernel.read(known, start)) };
  } catch {
    // Another shape, or an action that the rules refuse.
    return null;
  }
}

function readNodes(kernel: Kernel, value: unknown, before: Replay): Node[] {
  return (value as Partial<Node>[]).map(({ action = "", comment: said, evaluation, next }) => ({
    action,
    comment: typeof said === "string" ? said : "",
    evaluation: typeof evaluation === "number" ? rounded(evaluation) : null,
    next: readNodes(kernel, next, kernel.play(before.rules, before.position, action)),
  }));
}
