/** What a refusal says to people. */

import { t } from "../i18n";
import { NotationError } from "./scribe";

/** How much of a wrong token is shown. */
const LONGEST = 40;

/** One sentence that names the text and its place; anything else that was thrown goes on its way. */
export function refusalText(error: unknown): string {
  if (!(error instanceof NotationError)) throw error;
  const { token, place, reason } = error;
  const said = t(reason.key, reason.values);
  if (place === 0) return said;
  if (!token) return t("notation.at-end", { place, reason: said });
  const shown = [...token.replace(/\s+/g, " ")];
  const text = shown.length > LONGEST ? `${shown.slice(0, LONGEST - 1).join("")}…` : shown.join("");
  return t("notation.at", { token: text, place, reason: said });
}
