/** What the solver has said, kept while the page is open: positions are asked once, and never waited for. */

import { SvelteMap } from "svelte/reactivity";

import { Solver } from "../../kernel/solver";
import type { Analysis, Replay } from "../../kernel/types";
import { refusalOf } from "../../refusals";

/** Up to so many marks an answer in full takes so long that the values are asked for first. */
const EARLY = 1;

export class Answers {
  thinking = $state(false);
  failed = $state.raw<string | null>(null);
  private readonly known = new SvelteMap<string, Analysis>();
  private readonly solver = new Solver();
  private turn = 0;

  constructor() {
    // Questions are answered when the server is gone, too.
    this.solver.prepare();
  }

  /** What is known of a position so far; distances, lines and replies may follow. */
  of(replay: Replay): Analysis | null {
    return this.known.get(nameOf(replay)) ?? null;
  }

  /** Whether all there is to know is known. */
  isWhole(replay: Replay): boolean {
    return isWhole(this.of(replay));
  }

  /** Ask about positions, the most urgent first; what was asked before is given up. */
  async ask(replays: readonly Replay[]): Promise<void> {
    const turn = (this.turn += 1);
    const open = replays.filter((replay) => !this.isWhole(replay));
    this.failed = null;
    this.thinking = open.length > 0;
    try {
      for (const replay of open) {
        const early = replay.spooky.length + replay.squares.filter(Boolean).length <= EARLY;
        for (const depth of early ? (["values", "full"] as const) : (["full"] as const)) {
          const analysis = await this.solver.analyze(replay.rules, replay.position, depth);
          if (turn !== this.turn) return;
          this.known.set(nameOf(replay), analysis);
        }
      }
    } catch (error) {
      if (turn !== this.turn || (error instanceof DOMException && error.name === "AbortError")) return;
      this.failed = refusalOf(error);
    }
    this.thinking = false;
  }

  /** Ask nothing more. */
  rest(): void {
    this.turn += 1;
    if (this.thinking) this.solver.stop();
    this.thinking = false;
  }

  /** Free what the solver holds. */
  close(): void {
    this.turn += 1;
    this.solver.stop();
  }
}

function nameOf({ rules, position }: Replay): string {
  return `${rules} ${position}`;
}

/** An analysis in full has a line for each action. */
function isWhole(analysis: Analysis | null): boolean {
  return analysis !== null && analysis.actions.every(({ line }) => line.length > 0);
}
