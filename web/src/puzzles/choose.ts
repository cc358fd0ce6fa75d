/** Which puzzle comes next, in practice and in a streak. Pure values. */

import type { Filter } from "./address";
import { GRADES, type Puzzle } from "./collection";
import type { Progress } from "./progress";

/** How many puzzles of a grade a streak has before the next grade begins. */
const OF_EACH = 3;

export function fitting(puzzles: readonly Puzzle[], { kind, grade }: Filter): Puzzle[] {
  return puzzles.filter(
    (puzzle) => (kind === null || puzzle.kind === kind) && (grade === null || puzzle.grade === grade),
  );
}

/** The next puzzle after one: the first that is not solved yet, or just the next when all are. */
export function next(some: readonly Puzzle[], { solved }: Progress, after: string | null): Puzzle | null {
  const here = some.findIndex(({ id }) => id === after) + 1;
  const round = [...some.slice(here), ...some.slice(0, here)];
  return round.find(({ id }) => !solved[id] && id !== after) ?? round[0] ?? null;
}

/** The grade of a streak's next puzzle, after so many solved ones. */
export function gradeAfter(solved: number): number {
  return Math.min(1 + Math.floor(solved / OF_EACH), GRADES.length);
}

/** A puzzle for a streak, by chance (0 to 1): of the right grade, and none that the streak has had. */
export function draw(puzzles: readonly Puzzle[], run: readonly string[], chance: number): Puzzle | null {
  const fresh = puzzles.filter(({ id }) => !run.includes(id));
  const some = fresh.filter(({ grade }) => grade === gradeAfter(run.length));
  // Whoever has solved all of the last grade goes on with what is left, and then with all again.
  const pool = [some, fresh, puzzles].find((each) => each.length > 0) ?? [];
  return pool[Math.floor(chance * pool.length)] ?? null;
}
