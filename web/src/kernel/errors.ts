/** The one error of the kernel, and what its refusals mean. */

/** Why the kernel refused; stable names, safe to use as message keys. */
export type KernelErrorCode =
  | "bad_rules"
  | "bad_text"
  | "bad_position"
  | "bad_action"
  | "illegal_action"
  | "bad_level"
  | "bad_module";

/**
 * A refusal: a stable `code`, the text that was refused, and the 1-based character `place` in it (0: all of it).
 * `refusal` is the kernel's number of the reason, 0 when it has none; with the code, it is all that a translation needs.
 */
export class KernelError extends Error {
  constructor(
    readonly code: KernelErrorCode,
    readonly text: string,
    readonly place: number,
    message: string,
    readonly refusal = 0,
  ) {
    super(message);
    this.name = "KernelError";
  }
}

/** The kernel's reasons by number, as in native/refusal.hpp: 1 to 19 for actions, 20 for texts, 40 for positions. */
export const REFUSALS: Readonly<Record<number, string>> = {
  1: "there is no such action",
  2: "the game is over",
  3: "a measurement comes first",
  4: "the measured mark does not stand in that square",
  5: "one square alone is left, and both halves stand in it",
  6: "both halves stand in one square only when it is the last one left, and no measurement is pending",
  7: "a classical mark has closed one of the squares",
  8: "one of the squares already holds a mark, and under these rules marks do not share squares",
  9: "this pair is still spooky, and under these rules it may not be repeated",
  20: "a field is one or two squares, and this one is empty",
  21: "a square is a digit from 1 to 9",
  22: "a spooky pair stands in two different squares",
  23: "a field is one or two squares, and this one has more",
  24: "nine marks fill the board",
  40: "two classical marks stand in the same square",
  41: "a classical mark has closed a square of this spooky pair",
  42: "under these rules marks do not share squares",
  43: "under these rules a pair is not repeated",
  44: "a cycle is measured before the next mark is made",
  45: "there are not enough classical marks for a cycle",
  46: "a line had ended the game before this mark",
  47: "under these rules marks are measured in move order",
  48: "under these rules a round of measurements begins when the squares are used up",
};

function reason(refusal: number): string {
  return REFUSALS[refusal] ?? `refusal ${String(refusal)}`;
}

/** The error for a position text that `sm_read` refused. */
export function refusedText(text: string, refusal: number, place: number): KernelError {
  const code = refusal < 40 ? "bad_text" : "bad_position";
  const words = `position "${text}", character ${String(place)}: ${reason(refusal)}`;
  return new KernelError(code, text, place, words, refusal);
}

/** The error for an action that `sm_play` refused. */
export function refusedAction(action: string, position: string, refusal: number): KernelError {
  const words = `${action} is not possible in ${position}: ${reason(refusal)}`;
  return new KernelError("illegal_action", action, 0, words, refusal);
}
