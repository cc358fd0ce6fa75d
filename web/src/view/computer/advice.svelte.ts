/** What the solver has to say to the person: hints, one step at a time, and whether a move gives something away. */

import { hintOf, type Hint } from "../../game/hint";
import { t } from "../../i18n";
import type { Solver } from "../../kernel/solver";
import type { Analysis, Replay } from "../../kernel/types";
import { refusalOf } from "../../refusals";
import { bestText, momentTexts, whereText } from "./words";

/** A hint for one position; `step` is 1 for the moment, 2 for where to look, 3 for a best action. */
interface Given {
  readonly replay: Replay;
  /** Null where there is one legal action only. */
  readonly hint: Hint | null;
  readonly step: number;
}

export class Advice {
  private given = $state.raw<Given | null>(null);
  private looking = $state.raw<Replay | null>(null);
  private failed = $state.raw<{ replay: Replay; reason: string } | null>(null);
  private asked: { replay: Replay; found: Promise<Analysis> } | null = null;

  constructor(private readonly solver: Pick<Solver, "analyze">) {}

  /** The hint for a position as far as it was asked for. */
  at(replay: Replay): Given | null {
    return this.given?.replay === replay ? this.given : null;
  }

  /** What there is to read about a position; empty before anything is asked. */
  texts(replay: Replay): string[] {
    if (this.looking === replay) return [t("computer.hint.looking")];
    if (this.failed?.replay === replay) return [t("computer.hint.failed", { reason: this.failed.reason })];
    const given = this.at(replay);
    if (!given) return [];
    const { hint, step } = given;
    if (!hint) return [t("computer.hint.only")];
    const where = step > 1 ? whereText(hint) : null;
    return [...momentTexts(hint), ...(where === null ? [] : [where]), ...(step > 2 ? [bestText(hint)] : [])];
  }

  /** What the next step is called; null when there is none. */
  next(replay: Replay): string | null {
    const given = this.at(replay);
    if (!given?.hint || given.step > 2) return null;
    return t(given.step === 1 && given.hint.where ? "computer.hint.where" : "computer.hint.show");
  }

  /** Give the first step for a position. */
  async ask(replay: Replay): Promise<void> {
    if (this.at(replay) || this.looking === replay) return;
    this.looking = replay;
    this.failed = null;
    try {
      const analysis = await this.analysis(replay);
      this.given = { replay, hint: hintOf(analysis), step: 1 };
    } catch (error) {
      // Whoever has moved on meanwhile hears nothing of it.
      this.failed = { replay, reason: refusalOf(error) };
    }
    if (this.looking === replay) this.looking = null;
  }

  /** Give the next step; one that has nothing to say is passed over. */
  further(): void {
    if (!this.given) return;
    const { hint, step } = this.given;
    this.given = { ...this.given, step: step === 1 && !hint?.where ? 3 : step + 1 };
  }

  /** Whether another action would keep what this one gives away; when nobody can tell, it does not. */
  async gives(replay: Replay, action: string): Promise<boolean> {
    try {
      const { actions } = await this.analysis(replay);
      return actions.some((each) => each.action === action && each.class === "loses");
    } catch {
      return false;
    }
  }

  /** Begin to look at a position, so that answers come at once. */
  prepare(replay: Replay): void {
    // Failing is for whoever asks.
    void this.analysis(replay).catch(() => null);
  }

  private analysis(replay: Replay): Promise<Analysis> {
    if (this.asked?.replay === replay) return this.asked.found;
    const found = this.solver.analyze(replay.rules, replay.position, "lines");
    const asked = (this.asked = { replay, found });
    found.catch(() => {
      if (this.asked === asked) this.asked = null;
    });
    return found;
  }
}
