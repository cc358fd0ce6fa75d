/** A collapse on its way: the board after the first so many marks have settled, in causal order. */

import { NOTHING } from "../game/selection";
import { collapseOf, discarded, scene, stones, type Look, type Scene } from "./scene";

/**
 * Draw a collapse when `shown` of its marks stand where they settle. The rest is as it was before; lines wait for
 * the last mark, and only the newest one is set off. A look that shows no collapse is drawn as it is.
 */
export function stage(look: Look, shown: number): Scene {
  const collapse = collapseOf(look.last);
  if (!collapse || !look.last || shown >= collapse.settled.length) return scene(look);
  const { before } = look.last;
  const done = collapse.settled.slice(0, shown);
  const settled = new Set(done.map(({ mark }) => mark));
  const squares = before.squares.map(
    (mark, index) => done.find(({ square }) => square === index + 1)?.mark ?? mark,
  );
  const drawn = scene({ replay: before, last: null, selection: NOTHING, ghost: "" });
  return {
    ...drawn,
    halves: [...drawn.halves.filter(({ mark }) => !settled.has(mark)), ...discarded(before, done)],
    threads: drawn.threads.filter(({ mark }) => !settled.has(mark)),
    stones: stones(squares, collapse).map((stone) =>
      stone.order === shown - 1 ? stone : { ...stone, order: null },
    ),
    choices: drawn.choices.map(() => null),
  };
}
