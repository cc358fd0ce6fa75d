/** What takes a search: analyses, and what the levels play. The caller waits, so this is work for a worker. */

import { actionText } from "./action";
import { KernelError } from "./errors";
import { readPosition, rulesNumber } from "./kernel";
import { loadModule, type KernelModule, type KernelSource, type Packed } from "./module";
import { replayOf } from "./replay";
import { readSolution, type Prospect } from "./solution";
import { RULE_NAMES, type Analysis, type Depth, type Grade, type RulesName } from "./types";
import { FIRST_SETTLE, readView } from "./view";

/** The kernel's numbers for the depths. */
const DEPTHS: Readonly<Record<Depth, number>> = { values: 1, lines: 2, full: 3 };

/** How many levels there are; they are numbered from 1. */
const LEVELS = 9;

/** Instantiates the kernel for searches; throws KernelError `bad_module` as `loadKernel` does. */
export async function loadAnalyst(source: KernelSource): Promise<Analyst> {
  return new Analyst(await loadModule(source, RULE_NAMES.length));
}

export class Analyst {
  constructor(private readonly module: KernelModule) {}

  /**
   * The value of a position and of every legal action. `nodes` and `seconds` depend on what was asked before, nothing
   * else does. Throws KernelError when no game reaches the position.
   */
  analyze(rules: RulesName, text: string, depth: Depth): Analysis {
    const begun = performance.now();
    const number = rulesNumber(rules);
    const position = readPosition(this.module, number, text);
    const solution = readSolution(this.module.solve(number, position, DEPTHS[depth]));
    const seconds = (performance.now() - begun) / 1000;
    const replay = replayOf(this.module, number, position);
    const placed = replay.squares.filter(Boolean).length + replay.spooky.length;
    const distance = (marks: number | null): number | null => marks && marks - placed;
    const prospects = solution.prospects.toSorted(inOrder(SIGNS[replay.to_act ?? "coin"]));
    return {
      ...replay,
      value: solution.value,
      distance: distance(solution.marks),
      actions: prospects.map((each) => ({
        action: actionText(each.action, replay.phase === "measure"),
        value: each.value,
        class: replay.to_act ? grade(each, prospects[0]) : "best",
        distance: distance(each.marks),
        replies: each.replies,
        line: this.texts(number, position, each.line),
      })),
      nodes: solution.nodes,
      seconds: Number(seconds.toFixed(6)),
    };
  }

  /**
   * The action of a level in a game of a seed: the same one as Python's for the same numbers, both of 64 bits. Throws
   * KernelError when no game reaches the position, nobody is to act in it, or there is no such level.
   */
  choose(rules: RulesName, text: string, level: number, seed: bigint, game: bigint): string {
    if (!Number.isInteger(level) || level < 1 || level > LEVELS) {
      const message = `levels are numbered 1 to ${String(LEVELS)}; there is no level ${String(level)}`;
      throw new KernelError("bad_level", String(level), 0, message);
    }
    const number = rulesNumber(rules);
    const position = readPosition(this.module, number, text);
    const { measured, toAct, points } = readView(this.module.view(number, position));
    if (toAct === 0) {
      const why = points ? "the game is over" : "a coin measures";
      throw new KernelError("bad_position", text, 0, `nobody is to act in ${text}: ${why}`);
    }
    return actionText(this.module.choose(number, position, level, seed, game), measured !== 0);
  }

  /** The texts of actions that follow each other from a position. */
  private texts(rules: number, start: Packed, line: readonly number[]): string[] {
    let position = start;
    return line.map((action) => {
      const measured = action >= FIRST_SETTLE && readView(this.module.view(rules, position)).measured !== 0;
      const played = this.module.play(rules, position, action);
      if ("position" in played) position = played.position;
      return actionText(action, measured);
    });
  }
}

/** Which values a side likes; a coin prefers nothing. */
const SIGNS = { X: 1, O: -1, coin: 0 };

/** The order of actions: by value, then a win's soonness or a loss's lateness, then by number. */
function inOrder(sign: number): (a: Prospect, b: Prospect) => number {
  return (a, b) => {
    const gain = sign * (b.value - a.value);
    if (gain !== 0) return gain;
    const later = Math.abs(sign) * ((a.marks ?? 0) - (b.marks ?? 0));
    return (sign * a.value > 0 ? later : -later) || a.action - b.action;
  };
}

function grade(each: Prospect, first: Prospect | undefined): Grade {
  if (each.value !== first?.value) return "loses";
  return each.marks === first.marks ? "best" : "holds";
}
