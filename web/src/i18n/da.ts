/** Danish. */

import computer from "./da/computer.json";
import core from "./da/core.json";
import ensemble from "./da/ensemble.json";
import explain from "./da/explain.json";
import frame from "./da/frame.json";
import home from "./da/home.json";
import link from "./da/link.json";
import notation from "./da/notation.json";
import refusals from "./da/refusals.json";
import settings from "./da/settings.json";
import share from "./da/share.json";
import terms from "./da/terms.json";

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
