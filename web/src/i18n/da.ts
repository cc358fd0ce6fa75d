/** Danish. */

import core from "./da/core.json";
import explain from "./da/explain.json";
import home from "./da/home.json";
import link from "./da/link.json";
import notation from "./da/notation.json";
import refusals from "./da/refusals.json";
import settings from "./da/settings.json";
import share from "./da/share.json";
import terms from "./da/terms.json";

export default {
  ...core,
  ...explain,
  ...home,
  ...link,
  ...notation,
  ...refusals,
  ...settings,
  ...share,
  ...terms,
};
