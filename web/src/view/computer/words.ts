/** Hints in sentences. */

import type { Hint } from "../../game/hint";
import { readAction } from "../../game/marks";
import { list, points, t } from "../../i18n";
import type { Badge } from "../look";

/** What kind of moment it is. */
export function momentTexts({ decision, stand, by, keep, of, cycle, lasts }: Hint): string[] {
  const texts = [
    by === null ? t(`computer.hint.${stand}.average`) : t(`computer.hint.${stand}`, { by: points(by) }),
  ];
  if (decision === "choose") texts.push(t(keep === of ? "computer.hint.both" : "computer.hint.either"));
  else if (keep === of) texts.push(t("computer.hint.any", { count: of }));
  else texts.push(t("computer.hint.keep", { count: keep, of }));
  if (cycle) texts.push(t(`computer.hint.${cycle}`));
  if (lasts !== null && lasts > 1) texts.push(t("computer.hint.lasts", { count: lasts }));
  return texts;
}

/** Where to look; null when that would be the whole answer. */
export function whereText({ where }: Hint): string | null {
  switch (where?.kind) {
    case "square":
      return t("computer.hint.square", { square: where.square });
    case "group":
      return t("computer.hint.group", { group: where.group });
    case "lines":
      return t("computer.hint.lines", { count: where.marks.length, marks: list(where.marks) });
    case "owners":
      return t("computer.hint.owners", { squares: list(where.squares.map(String)) });
    case "numbers":
      return t("computer.hint.numbers");
    default:
      return null;
  }
}

/** A best action. */
export function bestText({ best, mark }: Hint): string {
  const action = readAction(best);
  if (action.kind === "settle") return t("computer.hint.choose", { mark, square: action.square });
  return t("computer.hint.place", { mark, a: action.a, b: action.b });
}

/** The same on the board: `shown` is 1 for the moment, 2 for where to look, 3 for a best action. */
export function hintBadges({ where, best }: Hint, shown: number): ReadonlyMap<number, Badge> {
  const action = readAction(best);
  if (shown > 2) {
    const squares = action.kind === "place" ? [action.a, action.b] : [action.square];
    return marked(squares, { text: "!", label: t("computer.hint.best.badge"), tone: "good" });
  }
  if (shown === 2 && where?.kind === "square") {
    return marked([where.square], { text: "?", label: t("computer.hint.square.badge"), tone: "even" });
  }
  if (shown === 2 && where?.kind === "group") {
    return marked(where.squares, { text: "?", label: t("computer.hint.group.badge"), tone: "even" });
  }
  return new Map();
}

function marked(squares: readonly number[], badge: Badge): ReadonlyMap<number, Badge> {
  return new Map(squares.map((square) => [square, badge]));
}
