/** Korean. */

import computer from "./ko/computer.json";
import core from "./ko/core.json";
import ensemble from "./ko/ensemble.json";
import explain from "./ko/explain.json";
import frame from "./ko/frame.json";
import home from "./ko/home.json";
import link from "./ko/link.json";
import notation from "./ko/notation.json";
import refusals from "./ko/refusals.json";
import settings from "./ko/settings.json";
import share from "./ko/share.json";
import terms from "./ko/terms.json";

export { inflect } from "./ko/particles";

export default {
  ...computer,
  ...core,
  ...ensemble,
  ...explain,
  ...frame,
  ...home,
  ...link,
  ...notation,
  ...refusals,
  ...settings,
  ...share,
  ...terms,
};
