/** Korean for the views that play: each part of the page has a file of its own. */

import computer from "./computer.json";
import core from "./core.json";
import ensemble from "./ensemble.json";
import explain from "./explain.json";
import kernel from "./kernel.json";
import link from "./link.json";
import notation from "./notation.json";
import share from "./share.json";

export default { ...computer, ...core, ...ensemble, ...explain, ...kernel, ...link, ...notation, ...share };
