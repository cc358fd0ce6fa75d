/** The document of a position, made from the kernel's views of it and of its outcomes. */

import { actionText } from "./action";
import type { KernelModule, Packed } from "./module";
import { RULE_NAMES, type Line, type Outcome, type Phase, type Replay, type Score } from "./types";
import { FIRST_SETTLE, readView, SIZE, squaresIn, type View } from "./view";

const PHASES: readonly Phase[] = ["place", "measure", "over"];

const CYCLE = 1;
const STEM = 2;

/** The name of a mark by its number: X1, O2, X3 …. */
export function markName(number: number): string {
  return `${number % 2 === 1 ? "X" : "O"}${String(number)}`;
}

function isClassical(mark: number): boolean {
  return (mark & (mark - 1)) === 0;
}

function squareNames(view: View): (string | null)[] {
  const names = Array.from<string | null>({ length: SIZE }).fill(null);
  view.marks.forEach((mark, index) => {
    if (isClassical(mark)) names[31 - Math.clz32(mark)] = markName(index + 1);
  });
  return names;
}

function lines(view: View): Line[] {
  return view.lines.map((line) => ({
    mark: line.owner === 1 ? "X" : "O",
    squares: squaresIn(line.squares) as Line["squares"],
    highest: line.highest,
  }));
}

function score(view: View): Score | null {
  return view.points && { X: view.points[0] / 2, O: view.points[1] / 2 };
}

function namesWithRole(view: View, role: number): string[] {
  return view.roles.flatMap((found, index) => (found === role ? [markName(index + 1)] : []));
}

/** The document of a position under the rule set with this number. */
export function replayOf(module: KernelModule, rules: number, position: Packed): Replay {
  const view = readView(module.view(rules, position));
  const measured = view.measured !== 0;
  const hasCycle = view.roles.includes(CYCLE);
  return {
    rules: RULE_NAMES[rules] ?? RULE_NAMES[0],
    position: module.write(position),
    squares: squareNames(view),
    spooky: view.marks.flatMap((mark, index) =>
      isClassical(mark) ? [] : [{ mark: markName(index + 1), squares: squaresIn(mark) as [number, number] }],
    ),
    phase: PHASES[view.phase] ?? "over",
    to_act: view.toAct === 0 ? null : view.toAct === 1 ? "X" : "O",
    cycle: hasCycle ? namesWithRole(view, CYCLE) : null,
    stems: hasCycle ? namesWithRole(view, STEM) : null,
    outcomes: measured ? outcomes(module, rules, position, view) : null,
    ensemble: view.ensemble,
    score: score(view),
    lines: lines(view),
    legal: view.legal.map((number) => actionText(number, measured)),
    closing: view.closing.map((number) => actionText(number, measured)),
  };
}

function outcomes(module: KernelModule, rules: number, position: Packed, view: View): Record<string, Outcome> {
  const found: Record<string, Outcome> = {};
  view.legal.forEach((action, n) => {
    const played = module.play(rules, position, action);
    if (!("position" in played)) return;
    const after = readView(module.view(rules, played.position));
    found[String(action - FIRST_SETTLE + 1)] = {
      squares: squareNames(after),
      settled: (view.settled[n] ?? []).map((number) => ({
        mark: markName(number),
        square: 32 - Math.clz32(after.marks[number - 1] ?? 0),
      })),
      lines: lines(after),
      score: score(after),
    };
  });
  return found;
}
