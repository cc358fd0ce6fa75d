/** What all readers of games share: tokens and their places, refusals, and the playing of what is read. */

import type { Key, Values } from "../i18n";
import { KernelError, type Kernel, type Replay, type RulesName } from "../kernel/kernel";
import type { Timeline } from "../game/timeline";

/** A piece of a text and where it begins, counted from 0 in JavaScript's units. */
export interface Token {
  readonly text: string;
  readonly index: number;
}

/** Why a text was refused, as a key of the catalogue with its values. */
export interface Reason {
  readonly key: Key;
  readonly values: Values;
}

/**
 * A text that is not what it should be: its first wrong token (empty at the end of the text) and the character, from 1,
 * where it stands; place 0 is the text as a whole.
 */
export class NotationError extends Error {
  constructor(
    readonly token: string,
    readonly place: number,
    readonly reason: Reason,
  ) {
    super(reason.key);
    this.name = "NotationError";
  }
}

/** Refuse a token of a text. */
export function refuse(text: string, token: Token, key: Key, values: Values = {}): never {
  // People count characters, some of which are two units long.
  throw new NotationError(token.text, [...text.slice(0, token.index)].length + 1, { key, values });
}

/** Why the rules refused, for the catalogue; anything else that was thrown goes on its way. */
export function reasonOf(error: unknown): Reason {
  if (error instanceof KernelError && error.refusal > 0)
    return { key: `refused.kernel.${error.refusal}` as Key, values: {} };
  throw error;
}

/** The one way to write an action that is legal in a position: squares ascending, and `4-4` for the last square. */
export function canonical(replay: Replay, action: string): string {
  const [a = "", b = ""] = [action.at(-3) ?? action.at(-1), action.at(-1)].sort();
  const settles = action.startsWith("@") || a === b;
  if (settles) return replay.phase === "measure" ? `@${b}` : `${b}-${b}`;
  return `${a}-${b}`;
}

/** Plays the actions that a reader finds, and refuses at their token what the rules refuse. */
export class Scribe {
  readonly actions: string[] = [];
  readonly replays: Replay[];

  constructor(
    readonly kernel: Kernel,
    readonly text: string,
    readonly rules: RulesName,
    start: Replay = kernel.start(rules),
  ) {
    this.replays = [start];
  }

  /** The position reached so far. */
  get replay(): Replay {
    const last = this.replays.at(-1);
    if (!last) throw new RangeError("a scribe has a position from the first");
    return last;
  }

  play(action: string, token: Token): void {
    const before = this.replay;
    try {
      this.replays.push(this.kernel.play(this.rules, before.position, action));
    } catch (error) {
      const { key, values } = reasonOf(error);
      this.refuse(token, key, values);
    }
    this.actions.push(canonical(before, action));
  }

  refuse(token: Token, key: Key, values: Values = {}): never {
    refuse(this.text, token, key, values);
  }

  timeline(): Timeline {
    return { rules: this.rules, start: this.replays[0]?.position ?? "-", actions: this.actions, replays: this.replays };
  }
}

/** A scribe at the empty board for a notation that has words for cycles only. */
export function entangledScribe(kernel: Kernel, text: string, rules: RulesName): Scribe {
  if (rules === "superposition") throw new NotationError("", 0, { key: "notation.no-cycles", values: {} });
  return new Scribe(kernel, text, rules);
}

/** The words of a text with their places. */
export function* words(text: string): Generator<Token> {
  for (const match of text.matchAll(/\S+/g)) yield { text: match[0], index: match.index };
}
