/** The texts that a game can be written as. */

import { writeGoff } from "../notation/goff";
import { recordOf, writeRecord } from "../notation/record";
import { at, type Timeline } from "../game/timeline";

export const FORMATS = ["game", "position", "goff", "record"] as const;
export type Format = (typeof FORMATS)[number];

/** The text of a game, or of its position after `ply` actions; null when the format cannot express it. */
export function written(format: Format, line: Timeline, ply: number): string | null {
  switch (format) {
    case "game":
      // A game text begins on the empty board.
      return line.start === "-" ? line.actions.join(" ") : null;
    case "position":
      return at(line, ply).position;
    case "goff":
      return writeGoff(line);
    case "record": {
      const record = recordOf(line);
      return record && writeRecord(record);
    }
  }
}
