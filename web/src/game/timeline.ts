/** A game as the list of its positions, so that every earlier one can be looked at. Pure values. */

import type { Kernel, Replay, RulesName } from "../kernel/kernel";
import { readAction } from "./marks";

export interface Timeline {
  readonly rules: RulesName;
  /** The text of the position that the actions begin at; `-` is the empty board. */
  readonly start: string;
  readonly actions: readonly string[];
  /** One position more than there are actions: the start comes first. */
  readonly replays: readonly Replay[];
}

/** One action in words' reach: who took it, and which mark it concerns. */
export interface Step {
  readonly ply: number;
  readonly action: string;
  /** X, O, or null for a coin. */
  readonly actor: "X" | "O" | null;
  readonly mark: string;
}

/**
 * Replay a game, from a position unless it begins on the empty board; what `known` holds of it is not computed again.
 * Throws KernelError on a bad action, and on a position that no game reaches.
 */
export function timeline(
  kernel: Kernel,
  rules: RulesName,
  actions: readonly string[],
  known?: Timeline,
  start = "-",
): Timeline {
  const replays: Replay[] = [];
  if (known?.rules === rules && known.start === start) {
    let same = 0;
    while (same < actions.length && known.actions[same] === actions[same]) same += 1;
    replays.push(...known.replays.slice(0, same + 1));
  }
  let last = replays.at(-1);
  if (!last) replays.push((last = kernel.read(rules, start)));
  for (const action of actions.slice(replays.length - 1)) {
    last = kernel.play(rules, last.position, action);
    replays.push(last);
  }
  return { rules, start, actions: [...actions], replays };
}

/** The position after `ply` actions, held within the game. */
export function at(line: Timeline, ply: number): Replay {
  const replay = line.replays[Math.min(Math.max(ply, 0), line.replays.length - 1)];
  if (!replay) throw new RangeError("a timeline has at least its start");
  return replay;
}

/** Whether a game begins with some actions. */
export function begins(line: Timeline, actions: readonly string[]): boolean {
  return actions.every((action, index) => line.actions[index] === action);
}

/** Every action with its actor and mark; a measurement concerns the mark that is chosen. */
export function steps(line: Timeline): Step[] {
  return line.actions.map((action, index) => {
    const before = at(line, index);
    const after = at(line, index + 1);
    const { kind } = readAction(action);
    const settled = action.startsWith("@") && kind === "settle";
    const mark = settled ? (before.outcomes?.[action.slice(1)]?.settled[0]?.mark ?? "") : newest(after);
    return { ply: index + 1, action, actor: before.to_act, mark };
  });
}

/** Consecutive actions of one player are one turn: choosing and then placing. */
export function turns(line: Timeline): Step[][] {
  const result: Step[][] = [];
  for (const step of steps(line)) {
    const last = result.at(-1);
    if (last?.[0]?.actor === step.actor) last.push(step);
    else result.push([step]);
  }
  return result;
}

function newest(replay: Replay): string {
  const marks = [...replay.spooky.map(({ mark }) => mark), ...replay.squares.filter((mark) => mark !== null)];
  return marks.reduce((a, b) => (Number(a.slice(1)) > Number(b.slice(1)) ? a : b), "X0");
}
