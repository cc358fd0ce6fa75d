/** Refusals in the viewer's language: what the kernel or the server would not do, and why, from their stable codes. */

import { t, type Key } from "./i18n";
import { KernelError, REFUSALS } from "./kernel/errors";

/** The codes that the server may refuse with; a test holds them equal to its own list. */
export const SERVER_CODES = [
  "stale",
  "illegal",
  "not_yours",
  "game_over",
  "bad_message",
  "unknown_type",
  "wrong_protocol",
  "unavailable",
  "limit",
  "damaged",
  "bad_request",
  "bad_game",
  "no_such_game",
  "wrong_secret",
  "seat_taken",
  "needs_agreement",
  "foreign_origin",
  "not_found",
  "method_not_allowed",
  "too_large",
  "internal",
] as const;

/** No message gets longer than this by the text that was refused. */
const LONGEST = 60;

/** A sentence for a person about anything that was thrown or refused; the English of the server only if it is news. */
export function refusalOf(error: unknown): string {
  if (error instanceof KernelError) return kernelText(error);
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (code === "network") return t("refused.network");
  const known = SERVER_CODES.find((each) => each === code);
  if (known) return t(`refused.server.${known}`);
  return typeof code === "string" && typeof message === "string" && message ? message : t("refused.other");
}

function kernelText({ code, text, place, refusal }: KernelError): string {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  switch (code) {
    case "bad_text":
    case "bad_position":
      if (!(refusal in REFUSALS)) return t("refused.no-turn", { text: shown });
      return t("refused.position", { text: shown, place, reason: t(`refused.kernel.${refusal}` as Key) });
    case "illegal_action":
      return t("refused.action", { action: shown, reason: t(`refused.kernel.${refusal}` as Key) });
    case "bad_action":
      return t("refused.no-action", { text: shown });
    case "bad_rules":
      return t("refused.no-rules", { text: shown });
    case "bad_level":
      return t("refused.no-level", { text: shown });
    case "bad_module":
      return t("refused.broken");
  }
}
