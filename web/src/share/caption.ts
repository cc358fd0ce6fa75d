/** What pictures of a game say to those who cannot see them. */

import { rulesName, status } from "../game/text";
import { NOTHING } from "../game/selection";
import { at, type Timeline } from "../game/timeline";
import { list, t } from "../i18n";
import type { Caption } from "./markup";

/** The caption of one position. */
export function captionAt(line: Timeline, ply: number): Caption {
  const replay = at(line, ply);
  const settled = replay.squares.flatMap((mark, index) =>
    mark ? [t("share.settled.mark", { mark, square: String(index + 1) })] : [],
  );
  const spooky = replay.spooky.map(({ mark, squares: [a, b] }) =>
    t("share.spooky.mark", { mark, a: String(a), b: String(b) }),
  );
  const sentences = [t("share.rules", { rules: rulesName(line.rules) })];
  if (settled.length) sentences.push(t("share.settled", { marks: list(settled) }));
  if (spooky.length) sentences.push(t("share.spooky", { marks: list(spooky) }));
  return { title: status(replay, "watch", NOTHING), description: sentences.join(" ") };
}

/** The caption of a whole game. */
export function captionOf(line: Timeline): Caption {
  const { title, description } = captionAt(line, line.actions.length);
  return { title: t("share.film", { count: line.actions.length }), description: `${title} ${description}` };
}
