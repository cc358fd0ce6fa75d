/** English whole, which every other language is measured against. */

import front from "./en/front";
import rest from "./en/rest";

export default { ...front, ...rest };
