/** How strong the levels are, as measured: shares of the points in games of 10,000 a pair under the standard rules. */

import { language } from "../../i18n";
import type { Level } from "../../game/opponent";

/** By level: the share against the level below (null for the first one), and against random moves. */
export const STRENGTH: Readonly<Record<Level, { below: number | null; random: number }>> = {
  1: { below: null, random: 0.4047 },
  2: { below: 0.6326, random: 0.519 },
  3: { below: 0.6274, random: 0.6534 },
  4: { below: 0.6321, random: 0.7856 },
  5: { below: 0.6218, random: 0.9115 },
  6: { below: 0.6294, random: 0.9217 },
  7: { below: 0.6329, random: 0.9427 },
  8: { below: 0.6132, random: 0.9584 },
  9: { below: 0.6345, random: 0.97 },
};

/** A share in whole percents, as the language writes it. */
export function percent(share: number): string {
  return new Intl.NumberFormat(language, { style: "percent" }).format(share);
}
