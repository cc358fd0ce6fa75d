/** Answers to somebody who asks about the game in so many keys or words: the state, told briefly. */

import { groups } from "../board/groups";
import { roleOf } from "../board/scene";
import { list, t } from "../i18n";
import type { Replay } from "../kernel/types";
import { squareLabel } from "./label";
import { choices, lastSquare, measuredMark, nextMark, openSquares, ownerOf, SQUARES } from "./marks";
import { NOTHING } from "./selection";
import { happened, lineText, outcomeText, reasons, resultReasons, resultTitle, shortAction } from "./text";
import { at, steps, type Timeline } from "./timeline";

/** The action that led to a position, and what it settled and why. */
export function lastMove(line: Timeline, ply: number): string {
  const step = steps(line)[ply - 1];
  if (!step) return t("tell.start");
  const before = at(line, ply - 1);
  const outcome = step.action.startsWith("@") ? before.outcomes?.[step.action.slice(1)] : undefined;
  return [happened(step, before), ...(outcome ? reasons(before, outcome) : [])].join(" ");
}

/** The moves up to a position, shortly. */
export function movesSoFar(line: Timeline, ply: number): string {
  if (ply === 0) return t("tell.start");
  return t("tell.moves", { moves: steps(line).slice(0, ply).map(shortAction).join("; ") });
}

/** What may be played. */
export function legalMoves(replay: Replay): string {
  if (replay.phase === "over") return t("refusal.over");
  if (replay.phase === "measure") return optionsText(replay);
  const last = lastSquare(replay);
  if (last !== null) return t("status.last", { mark: nextMark(replay), square: last });
  const open = [...openSquares(replay)].sort((a, b) => a - b);
  const all = (open.length * (open.length - 1)) / 2;
  const squares = list(open.map(String));
  const said = [
    replay.legal.length === all
      ? t("tell.legal", { mark: nextMark(replay), squares })
      : t("tell.legal.some", { mark: nextMark(replay), pairs: list(replay.legal) }),
  ];
  if (replay.closing.length) said.push(t("tell.closing", { pairs: list(replay.closing) }));
  return said.join(" ");
}

/** The finished lines and the score, or that there are none yet. */
export function linesAndScore(replay: Replay): string {
  if (replay.score) return [resultTitle(replay.score), ...resultReasons(replay)].join(" ");
  return replay.lines.length ? replay.lines.map(lineText).join(" ") : t("tell.no-line");
}

/** A pending measurement: cycle, stems, and both outcomes. */
export function cycleText(replay: Replay): string {
  if (replay.phase !== "measure") return t("tell.no-cycle");
  if (!replay.cycle) return optionsText(replay);
  const squares = SQUARES.filter((square) =>
    replay.spooky.some(
      (pair) => (pair.squares as number[]).includes(square) && roleOf(replay, pair.mark) === "cycle",
    ),
  );
  const said = [
    t("tell.cycle", {
      mark: measuredMark(replay) ?? "",
      marks: list(replay.cycle),
      squares: list(squares.map(String)),
    }),
  ];
  if (replay.stems?.length) said.push(t("tell.stems", { marks: list(replay.stems) }));
  return [...said, optionsText(replay)].join(" ");
}

function optionsText(replay: Replay): string {
  const mark = measuredMark(replay) ?? "";
  return choices(replay)
    .map((square, index) => {
      const option = t("choice.option", { letter: "AB"[index] ?? "", mark, square });
      const outcome = replay.outcomes?.[square];
      return t("tell.option", { option, outcome: outcome ? outcomeText(outcome) : "" });
    })
    .join(" ");
}

/** A group by its letter. */
export function groupText(replay: Replay, letter: string): string {
  const named = groups(replay).filter((group) => group.letter !== null);
  const found = named.find((group) => group.letter === letter);
  if (found) {
    return t("tell.group", {
      letter,
      marks: list(found.marks),
      squares: list(found.squares.map(String)),
    });
  }
  const letters = list(named.map((group) => group.letter ?? ""));
  return named.length ? t("tell.group.other", { letter, letters }) : t("tell.group.none");
}

/** Every square that is not empty, shortly. */
export function boardText(replay: Replay): string {
  const taken = SQUARES.filter(
    (square) =>
      replay.squares[square - 1] !== null ||
      replay.spooky.some((pair) => (pair.squares as number[]).includes(square)),
  );
  if (taken.length === 0) return t("tell.empty");
  return taken
    .map((square) => squareLabel(replay, square, NOTHING, false, { wording: "brief", warn: "no" }))
    .join(" ");
}

/** Whose move it is when somebody names a mark that is not next. */
export function notNext(replay: Replay, named: string): string {
  const mark = nextMark(replay);
  return t("command.wrong.mark", { named, mark, owner: ownerOf(mark) });
}
