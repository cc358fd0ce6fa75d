/** Making a game by link and going there. */

import { t } from "../i18n";
import type { Letter } from "../kernel/types";
import * as api from "../link/api";
import { saveSeat } from "../link/seats";
import { navigate } from "../navigate";
import { refusalOf } from "../refusals";

/** Ask the server for a game, keep the seat on this device and open it; returns why it failed, else null. */
export async function createGame(terms: api.Terms, side: Letter | "random"): Promise<string | null> {
  try {
    const { game, seat, token, join } = await api.createGame(terms, side);
    saveSeat(game, { token, side: seat, join });
    navigate(`/g/${game}`);
    return null;
  } catch (error) {
    return t("home.create.failed", { message: refusalOf(error) });
  }
}
