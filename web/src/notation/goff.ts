/**
 * Goff's state string, written as his program does: `X1+(1,2); O2+(2,3); X3+(1,3)[132]; O3@X3(1)!X3(1)!X1(2)!O2(3)`.
 *
 * Source: A. Goff, Paradigm Sage pages on QT3 (2026). `goffreader.ts` reads it in every dialect.
 */

import { measuredMark, nextMark, numberOf, readAction } from "../game/marks";
import { at, type Timeline } from "../game/timeline";
import type { Letter, Replay } from "../kernel/types";

/**
 * Write a game, with its score when it is over; null for a game that this notation cannot express, because it did not
 * begin on the empty board or its rules know no cycles.
 */
export function writeGoff(line: Timeline): string | null {
  if (line.start !== "-" || line.rules === "superposition") return null;
  const statements = line.actions.map((action, ply) => statement(at(line, ply), action, at(line, ply + 1)));
  const { score } = at(line, line.actions.length);
  if (score) statements.push(`{X=${score.X}, O=${score.O}}`);
  return statements.join("; ");
}

function statement(before: Replay, action: string, after: Replay): string {
  const read = readAction(action);
  if (read.kind === "place") return `${nextMark(before)}+(${read.a},${read.b})${note(after)}`;
  const outcome = before.outcomes?.[read.square];
  if (!outcome) return `${nextMark(before)}+(${read.square},${read.square})`;
  const newest = measuredMark(before) ?? "";
  const resolved = outcome.settled.map(({ mark, square }) => `!${mark}(${square})`).join("");
  return `${choosers(before)[0] ?? ""}@${newest}(${read.square})${resolved}`;
}

/** The loop note of a pending measurement, `[132]` or `[56|4]` with tails; otherwise nothing. */
export function note(replay: Replay): string {
  if (replay.phase !== "measure") return "";
  const moves = loop(replay).join("");
  const tails = (replay.stems ?? []).map(numberOf).join("");
  return tails ? `[${moves}|${tails}]` : `[${moves}]`;
}

/** Who measures, as implemented and as in the earlier draft; nobody where a coin does. */
export function choosers(replay: Replay): string[] {
  if (!replay.to_act) return [];
  const closing = numberOf(measuredMark(replay) ?? "");
  const next = closing + (ownerOfNumber(closing) === replay.to_act ? 2 : 1);
  return [`${replay.to_act}${closing}`, `${replay.to_act}${next}`];
}

/** The moves of the cycle from the lowest on, round the loop through its smaller square. */
function loop(replay: Replay): number[] {
  const left = replay.spooky.filter(({ mark }) => replay.cycle?.includes(mark));
  const moves: number[] = [];
  let square = left[0]?.squares[0] ?? 0;
  for (let pair = left[0]; pair; pair = left.find(({ squares }) => (squares as number[]).includes(square))) {
    moves.push(numberOf(pair.mark));
    left.splice(left.indexOf(pair), 1);
    if (moves.length > 1) square = pair.squares[0] === square ? pair.squares[1] : pair.squares[0];
  }
  return moves;
}

function ownerOfNumber(number: number): Letter {
  return number % 2 ? "X" : "O";
}
