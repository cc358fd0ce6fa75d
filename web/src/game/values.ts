/** What positions and actions are worth, in the words of players: who wins or is ahead, by how much, and how soon. */

import { points, t } from "../i18n";
import type { ActionAnalysis, Analysis, Letter, Replay } from "../kernel/types";
import type { Badge } from "../view/look";
import { placement, readAction } from "./marks";
import type { Selection } from "./selection";

/** Actions of one value, in the order of the analysis. */
export interface Group {
  readonly value: number;
  readonly actions: readonly ActionAnalysis[];
}

/** Whose value it is; null when neither is ahead. */
function ahead(value: number): Letter | null {
  return value === 0 ? null : value > 0 ? "X" : "O";
}

/** A number of points as players write it; averages have two decimals. */
function amount(value: number): string | number {
  const size = Math.abs(value);
  return Number.isInteger(2 * size) ? points(size) : Math.round(size * 100) / 100;
}

/** “X wins by 1 in 4 placements”: a value in words, with the distance when there is one. */
export function valueText(value: number, distance: number | null, chance: boolean): string {
  const side = ahead(value);
  if (chance) return side ? t("value.average", { side, points: amount(value) }) : t("value.average.level");
  if (!side) return t("value.draw");
  const wins = Math.abs(value) >= 1;
  const values = { side, points: amount(value) };
  if (distance === null) return t(wins ? "value.wins" : "value.ahead", values);
  return t(wins ? "value.wins.in" : "value.ahead.in", { ...values, count: distance });
}

/** Whether values are averages, because a coin may still measure. */
export function isChance(replay: Replay): boolean {
  return replay.rules === "coin";
}

/** What perfect play makes of a position; a finished game has its score. */
export function positionText(analysis: Analysis): string {
  return valueText(analysis.value, analysis.distance, isChance(analysis));
}

/** The actions by value, the best for the side to act first. */
export function byValue(actions: readonly ActionAnalysis[]): Group[] {
  const groups: Group[] = [];
  for (const action of actions) {
    const last = groups.at(-1);
    if (last?.value === action.value) groups[groups.length - 1] = { ...last, actions: [...last.actions, action] };
    else groups.push({ value: action.value, actions: [action] });
  }
  return groups;
}

/** The actions that give nothing away. */
export function bestOf({ actions }: Analysis): readonly ActionAnalysis[] {
  return actions.filter((each) => each.class !== "loses");
}

/** Good, even or bad for the side to act. */
export function tone(value: number, side: Letter | null): Badge["tone"] {
  const gain = side === "O" ? -value : value;
  return side === null || gain === 0 ? "even" : gain > 0 ? "good" : "bad";
}

/** The short form on the board: who is ahead by how much, or an equals sign. */
export function shortValue(value: number): string {
  const side = ahead(value);
  return side ? t("value.short", { side, points: amount(value) }) : t("value.short.draw");
}

/** What to write on the squares, as `Badges` says, about the actions that are given. */
export function badgesOf(
  analysis: Analysis,
  actions: readonly ActionAnalysis[],
  selection: Selection,
): ReadonlyMap<number, Badge> {
  const badges = new Map<number, Badge>();
  const first = selection.step === "half" || selection.step === "pair" ? selection.first : null;
  // The best come first, so the first that is found for a square is the best of it.
  for (const { action, value, distance } of actions) {
    for (const square of squaresOf(action)) {
      if (badges.has(square) || square === first) continue;
      if (first !== null && action !== placement(first, square)) continue;
      badges.set(square, {
        text: shortValue(value),
        label: t("value.label", { value: valueText(value, distance, isChance(analysis)) }),
        tone: tone(value, analysis.to_act),
      });
    }
  }
  return badges;
}

function squaresOf(action: string): number[] {
  const read = readAction(action);
  return read.kind === "place" ? [read.a, read.b] : [read.square];
}
