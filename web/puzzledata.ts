/** Builds the page's puzzles from the collection of the Python package: what a player needs to know, and no answers. */
import { readFileSync } from "node:fs";

import type { Plugin } from "vite";

const NAME = "virtual:puzzles";
const COLLECTION = new URL("../src/spookymarks/solver/data/puzzles.jsonl", import.meta.url);

/** Provides the module `virtual:puzzles`, whose lines `src/puzzles/collection.ts` reads. */
export function puzzleData(): Plugin {
  return {
    name: "puzzle-data",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(lines())}` : null),
  };
}

function lines(): string {
  const documents = readFileSync(COLLECTION, "utf8").trim().split("\n");
  return documents
    .map((line) => {
      const { id, grade, position, placements } = JSON.parse(line) as Record<string, string | number | null>;
      return [id, grade, position, placements].filter((each) => each !== null).join(" ");
    })
    .join("\n");
}
