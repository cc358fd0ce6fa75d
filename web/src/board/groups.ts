/** Which spooky pairs hang together, and the letter and pattern by which people tell the groups apart. */

import type { Replay } from "../kernel/types";

export interface Group {
  readonly marks: readonly string[];
  readonly squares: readonly number[];
  /** A, B or C; null for a lone pair, which needs no name. */
  readonly letter: string | null;
}

/** The components in the order of their oldest marks; at most three of them have two pairs or more. */
export function groups(replay: Replay): Group[] {
  let found: { marks: string[]; squares: Set<number> }[] = [];
  for (const { mark, squares } of replay.spooky) {
    const touching = found.filter((group) => squares.some((square) => group.squares.has(square)));
    const merged = {
      marks: [...touching.flatMap((group) => group.marks), mark],
      squares: new Set([...touching.flatMap((group) => [...group.squares]), ...squares]),
    };
    // The merged group stands where its oldest part stood.
    const place = touching[0] ? found.indexOf(touching[0]) : found.length;
    found = found.filter((group) => !touching.includes(group));
    found.splice(place, 0, merged);
  }
  let named = 0;
  return found.map(({ marks, squares }) => ({
    marks,
    squares: [...squares].sort((a, b) => a - b),
    letter: marks.length > 1 ? ("ABC"[named++] ?? null) : null,
  }));
}
