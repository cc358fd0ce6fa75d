/** Korean. */

import core from "./ko/core.json";
import home from "./ko/home.json";
import link from "./ko/link.json";
import refusals from "./ko/refusals.json";
import settings from "./ko/settings.json";
import share from "./ko/share.json";
import terms from "./ko/terms.json";

export { inflect } from "./ko/particles";

export default { ...core, ...home, ...link, ...refusals, ...settings, ...share, ...terms };
