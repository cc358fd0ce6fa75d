/** Position text, `9.5.1.23`: one field a mark, `-` for the empty board. It says by itself whose turn it is. */

import { KernelError, type Kernel, type Replay, type RulesName } from "../kernel/kernel";
import { reasonOf, refuse } from "./scribe";

/** Read a position; throws NotationError at the first wrong field, and at the first mark that no game could make. */
export function readPosition(kernel: Kernel, text: string, rules: RulesName): Replay {
  const body = text.trim();
  const begin = text.indexOf(body);
  const fields = body === "-" ? [] : body.split(".");
  let index = begin;
  for (const field of fields) {
    if (!/^[1-9]{1,2}$/.test(field)) refuse(text, { text: field, index }, "notation.field");
    index += field.length + 1;
  }
  try {
    return kernel.read(rules, body);
  } catch (error) {
    const { key, values } = reasonOf(error);
    const place = error instanceof KernelError ? Math.max(error.place, 1) - 1 : 0;
    refuse(text, { text: fieldAt(body, place), index: begin + place }, key, values);
  }
}

/** The field of a position text that begins or ends at a character. */
function fieldAt(text: string, index: number): string {
  const begin = text.lastIndexOf(".", index - 1) + 1;
  return text.slice(Math.min(begin, index)).split(".")[0] ?? "";
}
