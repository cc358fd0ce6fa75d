/** A square for people who hear it: its place, what stands there, and what touching it would do. */

import { groups } from "../board/groups";
import { roleOf, type Role } from "../board/scene";
import { t, type Key } from "../i18n";
import type { Replay } from "../kernel/types";
import { choices, measuredMark, nextMark } from "./marks";
import { closingWith, type Selection } from "./selection";
import type { Wording } from "./text";

/** What a person set about being told things. */
export interface Telling {
  wording: Wording;
  /** Whether pairs that would close a cycle are warned of. */
  warn: "yes" | "no";
}

const FULL: Telling = { wording: "full", warn: "yes" };

/** Describe a square; `marked` when the last action changed it. */
export function squareLabel(
  replay: Replay,
  square: number,
  selection: Selection,
  marked: boolean,
  { wording, warn }: Telling = FULL,
): string {
  const brief = wording === "brief";
  const place = t(`square.place.${square}` as Key);
  const parts = [brief ? t("square.brief", { square }) : t("square", { square, place })];
  const stone = replay.squares[square - 1];
  const here = halvesIn(replay, square, brief);
  if (stone) parts.push(t("square.stone", { mark: stone }));
  if (here.length) parts.push(t("square.halves", { halves: here.join(", ") }));
  if (!stone && !here.length) parts.push(t("square.empty"));
  if (replay.phase === "measure") {
    const letter = "AB"[choices(replay).indexOf(square)];
    if (letter) parts.push(t("square.choice", { letter, mark: measuredMark(replay) ?? "" }));
  } else {
    const letter = groups(replay).find((group) => group.squares.includes(square))?.letter;
    if (letter) parts.push(t("square.group", { letter }));
    parts.push(...selected(replay, square, selection));
    if (warn === "yes" && closingWith(replay, selection).includes(square)) parts.push(t("square.closes"));
  }
  if (marked) parts.push(t("square.fresh"));
  return parts.join(" ");
}

/** The halves that stand in a square, each with its partner and its part in a pending measurement. */
export function halvesIn(replay: Replay, square: number, brief = false): string[] {
  return replay.spooky.flatMap(({ mark, squares: [a, b] }) => {
    if (a !== square && b !== square) return [];
    const role = roleOf(replay, mark);
    const key = brief && role === "plain" ? "half.brief" : halfKeys[role];
    return [t(key, { mark, partner: a === square ? b : a })];
  });
}

function selected(replay: Replay, square: number, selection: Selection): string[] {
  if (selection.step !== "half" && selection.step !== "pair") return [];
  const mark = nextMark(replay);
  if (selection.first === square) return [t("square.half", { mark })];
  return selection.step === "pair" && selection.second === square ? [t("square.other", { mark })] : [];
}

const halfKeys: Readonly<Record<Role, Key>> = {
  plain: "half",
  cycle: "half.cycle",
  stem: "half.stem",
  untouched: "half.untouched",
};
