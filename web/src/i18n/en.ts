/** English whole, which every other language is measured against. */

import front from "./en/front";
import rest from "./en/rest";

export default { ...front, ...rest };
import computer from "./en/computer.json";
import core from "./en/core.json";
import ensemble from "./en/ensemble.json";
import explain from "./en/explain.json";
import frame from "./en/frame.json";
import home from "./en/home.json";
import link from "./en/link.json";
import notation from "./en/notation.json";
import play from "./en/play.json";
import puzzles from "./en/puzzles.json";
import refusals from "./en/refusals.json";
import review from "./en/review.json";
import settings from "./en/settings.json";
import share from "./en/share.json";
import terms from "./en/terms.json";

export default {
  ...computer,
  ...core,
  ...ensemble,
  ...explain,
  ...frame,
  ...home,
  ...link,
  ...notation,
  ...play,
  ...puzzles,
  ...refusals,
  ...review,
  ...settings,
  ...share,
  ...terms,
};
