/** The solver for screens: questions go to a worker, answers come as promises, and the page never waits. */

import { KernelError } from "./errors";
import type { Analysis, Depth, RulesName } from "./types";
import type { Answer, Question } from "./worker";

interface Running {
  resolve: (found: Analysis | string) => void;
  reject: (reason: Error) => void;
}

function startWorker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "solver" });
}

/**
 * Answers one question at a time. A new question gives up the one that is still running, so a screen may ask at every
 * move. Nothing is loaded before the first question.
 */
export class Solver {
  private worker: Worker | null = null;
  private running: Running | null = null;

  constructor(private readonly start: () => Worker = startWorker) {}

  /**
   * The analysis of the position that a position text describes. Rejects with a KernelError when no game reaches the
   * position or the solver cannot be loaded (the next question tries again), and with a DOMException `AbortError` when
   * a later question or `stop` came first.
   */
  analyze(rules: RulesName, position: string, depth: Depth = "full"): Promise<Analysis> {
    return this.put<Analysis>({ ask: "analysis", rules, position, depth });
  }

  /**
   * The action of a level, 1 to 9, in a game of a seed; `seed` and `game` are numbers of 64 bits, and the same ones give
   * the same action as in Python. Rejects as `analyze` does.
   */
  choose(rules: RulesName, position: string, level: number, seed: bigint, game: bigint): Promise<string> {
    return this.put<string>({ ask: "choice", rules, position, level, seed, game });
  }

  /** Load all that questions need, so that they can be answered when the server is gone. */
  prepare(): void {
    this.worker ??= this.hire();
  }

  /** Give up the running question and free the worker's memory; the next question starts another worker. */
  stop(): void {
    // A search hears no messages while it runs; only the end of its worker ends it.
    this.dismiss();
    this.settle()?.reject(new DOMException("the question was given up", "AbortError"));
  }

  /** Ask the worker; what it finds is of the kind that the question asks for. */
  private put<Found extends Analysis | string>(question: Question): Promise<Found> {
    if (this.running) this.stop();
    return new Promise((resolve, reject) => {
      this.running = { resolve: (found) => resolve(found as Found), reject };
      this.worker ??= this.hire();
      this.worker.postMessage(question);
    });
  }

  private hire(): Worker {
    const worker = this.start();
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const running = this.settle();
      if ("found" in data) {
        running?.resolve(data.found);
        return;
      }
      const { code, text, place, message, refusal } = data.refused;
      // A worker without a kernel is of no more use.
      if (code === "bad_module") this.dismiss();
      running?.reject(new KernelError(code, text, place, message, refusal));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.dismiss();
      const reason = event.message || "its file is missing or broken";
      this.settle()?.reject(new KernelError("bad_module", "", 0, `the solver cannot be loaded: ${reason}`));
    };
    return worker;
  }

  private dismiss(): void {
    if (!this.worker) return;
    this.worker.onmessage = this.worker.onerror = null;
    this.worker.terminate();
    this.worker = null;
  }

  private settle(): Running | null {
    const running = this.running;
    this.running = null;
    return running;
  }
}
