/** How games against each level went on this device, by rule set. Pure values. */

import type { Letter, RulesName, Score } from "../kernel/types";

export interface Tally {
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
}

/** By rule set and level, as in `coin 3`. */
export type Tallies = Readonly<Record<string, Tally>>;

export const NONE: Tally = { won: 0, drawn: 0, lost: 0 };

export function tallyOf(tallies: Tallies, rules: RulesName, level: number): Tally {
  return tallies[`${rules} ${level}`] ?? NONE;
}

/** Count a finished game: who has more points has won, by however little. */
export function count(
  tallies: Tallies,
  { rules, level, side }: { rules: RulesName; level: number; side: Letter },
  score: Score,
): Tallies {
  const lead = side === "X" ? score.X - score.O : score.O - score.X;
  const result = lead > 0 ? "won" : lead < 0 ? "lost" : "drawn";
  const before = tallyOf(tallies, rules, level);
  return { ...tallies, [`${rules} ${level}`]: { ...before, [result]: before[result] + 1 } };
}

/** Forget what was counted against one level under one rule set. */
export function without(tallies: Tallies, rules: RulesName, level: number): Tallies {
  return Object.fromEntries(Object.entries(tallies).filter(([key]) => key !== `${rules} ${level}`));
}

/** Read what was stored as JSON; whatever is no tally is left out. */
export function loadTallies(text: string | null): Tallies {
  try {
    const found = Object.entries(JSON.parse(text ?? "{}") as Record<string, Partial<Tally> | null>);
    return Object.fromEntries(
      found.flatMap(([key, each]) => {
        const { won, drawn, lost } = { ...NONE, ...each };
        return [won, drawn, lost].every(isCount) ? [[key, { won, drawn, lost }]] : [];
      }),
    );
  } catch {
    return {};
  }
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
