/** English, which every other language is measured against: each part of the page has a file of its own. */

import core from "./en/core.json";
import home from "./en/home.json";
import link from "./en/link.json";
import notation from "./en/notation.json";
import refusals from "./en/refusals.json";
import settings from "./en/settings.json";
import share from "./en/share.json";
import terms from "./en/terms.json";

export default { ...core, ...home, ...link, ...notation, ...refusals, ...settings, ...share, ...terms };
