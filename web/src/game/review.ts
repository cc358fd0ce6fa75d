/** Reviews: what each decision of a game cost its player, by exact values. Pure values. */

import type { Analysis, Letter, Replay } from "../kernel/types";
import { writeShared, type Shared } from "./address";
import { at, steps, type Step, type Timeline } from "./timeline";

/** Placing and measuring are graded apart. */
export const KINDS = ["placement", "measurement"] as const;
export type Kind = (typeof KINDS)[number];

/** Somebody had to decide between actions; what is forced, or left to a coin, is no decision. */
export interface Decision extends Step {
  readonly actor: Letter;
  readonly kind: Kind;
}

/**
 * What a decision did: `only` one action kept everything and this is it; it was `kept` by this and others but not by
 * all; `any` action would have done; it gave the `win` or the `draw` away, or it `cost` points otherwise.
 */
export type Verdict = "only" | "kept" | "any" | "win" | "draw" | "cost";

export interface Graded extends Decision {
  readonly verdict: Verdict;
  /** Points that it gave away, 0 when none. */
  readonly cost: number;
}

/** A mistake that is tried again. */
export interface Attempt {
  readonly decision: Graded;
  /** What keeps everything, found by the reader or shown on request; null before that. */
  readonly played: string | null;
  readonly found: boolean;
}

/** The decisions of a game in order; `ply` counts the actions up to and with it. */
export function decisions(line: Timeline): Decision[] {
  return steps(line).flatMap((step) => {
    const { phase, legal } = at(line, step.ply - 1);
    if (step.actor === null || legal.length < 2) return [];
    return [{ ...step, actor: step.actor, kind: phase === "measure" ? "measurement" : "placement" }];
  });
}

/** Grade a decision by the analysis of the position that it was made in. */
export function grade(decision: Decision, analysis: Analysis): Graded {
  const sign = decision.actor === "X" ? 1 : -1;
  const cost = costOf(analysis, decision.action);
  const before = sign * analysis.value;
  return { ...decision, cost, verdict: verdictOf(before, before - cost, analysis) };
}

/** The points that an action gives away; 0 for none. */
export function costOf(analysis: Analysis, action: string): number {
  const found = analysis.actions.find((each) => each.action === action);
  if (!found) throw new RangeError(`the analysis knows no ${action}`);
  return Math.abs(analysis.value - found.value);
}

/** Values are the actor's. */
function verdictOf(before: number, after: number, { actions, rules }: Analysis): Verdict {
  if (after < before) {
    // The averages of a game of chance are neither won nor drawn.
    if (rules === "coin") return "cost";
    if (before > 0 && after <= 0) return "win";
    return before === 0 ? "draw" : "cost";
  }
  const keeping = actions.filter(keeps).length;
  if (keeping === actions.length) return "any";
  return keeping === 1 ? "only" : "kept";
}

/** Whether an action gives nothing away; every such action is as good as the best. */
function keeps({ class: found }: Analysis["actions"][number]): boolean {
  return found !== "loses";
}

/** The actions that give nothing away, best first. */
export function answers(analysis: Analysis): string[] {
  return analysis.actions.filter(keeps).map(({ action }) => action);
}

export function isMistake({ cost }: Graded): boolean {
  return cost > 0;
}

/** What some decisions come to. */
export interface Tally {
  readonly decisions: number;
  readonly mistakes: readonly Graded[];
  /** Points given away. */
  readonly lost: number;
}

export function tally(graded: readonly Graded[]): Tally {
  const mistakes = graded.filter(isMistake);
  return { decisions: graded.length, mistakes, lost: mistakes.reduce((sum, { cost }) => sum + cost, 0) };
}

/** Positions to ask the solver about, the cheapest first: it remembers what it found for the earlier ones. */
export function questions(line: Timeline): { ply: number; replay: Replay }[] {
  return line.actions.map((_, ply) => ({ ply, replay: at(line, ply) })).reverse();
}

/** A game up to a decision, with another action in its place or with none. */
export function upTo(
  line: Timeline,
  ply: number,
  instead: { action: string; replay: Replay } | null,
): Timeline {
  const [actions, replays] = [line.actions.slice(0, ply), line.replays.slice(0, ply + 1)];
  if (!instead) return { ...line, actions, replays };
  return { ...line, actions: [...actions, instead.action], replays: [...replays, instead.replay] };
}

/** Whose decisions a review is about; null for both sides. */
export type Side = Letter | null;

export function readSide(fragment: string): Side {
  const side = new URLSearchParams(fragment.replace(/^#/, "")).get("side");
  return side === "X" || side === "O" ? side : null;
}

/** The address of a review. */
export function reviewAddress(shared: Shared, side: Side): string {
  return `/review#${writeShared(shared)}${side ? `&side=${side}` : ""}`;
}
