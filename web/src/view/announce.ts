/** What a game by link has to say aloud besides the moves: each note under a name, so that a new one is heard. */

import { t } from "../i18n";
import type { Letter } from "../kernel/types";
import { left, readControl, warning } from "../link/clock";
import type { Session } from "../link/session";
import { claimIn, openOffers } from "../link/wishes";
import { durationText, newsText, offerText, speechText, whereText } from "../link/words";

export interface Surroundings {
  /** This device's time in milliseconds. */
  now: number;
  muted: boolean;
  /** The side that nobody has taken yet. */
  open: Letter | null;
  /** Whether this device has just lost its seat. */
  seatLost: boolean;
}

export function notesOf(session: Session, { now, muted, open, seatLost }: Surroundings): Record<string, string> {
  const { state, role, presence, news, speech } = session;
  const notes: Record<string, string> = {};
  if (seatLost) notes["seat"] = t("link.seat-lost");
  if (session.connection === "reconnecting") notes["line"] = t("link.reconnecting");
  if (!state) return notes;
  if (role !== "watch") {
    if (open) notes["lobby"] = t("link.lobby.wait", { side: open });
    for (const offer of openOffers(state, role).theirs) notes[`offer ${offer.what}`] = offerText(offer, role);
    const due = timeDue(session, now);
    if (due !== null) notes[`clock ${due}`] = t("clock.warning", { time: durationText(due) });
    if (claimIn(session, now) === 0) notes["claim"] = t("claim.now", { side: state.replay.to_act ?? "" });
  }
  for (const side of ["X", "O"] as const) {
    // At first, and while all is well, there is nothing to say.
    const where = presence?.[side];
    if (side === role || !where || session.moved[side] === null) continue;
    notes[`where ${side} ${where}`] = whereText(side, where, null);
  }
  const heard = speech && !(muted && speech.seat !== role);
  if (heard) notes[`said ${speech.rev}`] = speechText(speech);
  const told = news && newsText(news, state, role);
  if (told) notes[`news ${news.rev}`] = told;
  if (state.next) notes["rematch"] = t("rematch.next");
  return notes;
}

/** The warning about the viewer's own running clock; null while there is none. */
function timeDue({ state, role, offset }: Session, now: number): number | null {
  const clock = state?.clock;
  if (!clock || role === "watch" || clock.running !== role) return null;
  return warning(readControl(clock.control), left(clock, role, now + offset));
}
