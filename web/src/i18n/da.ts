/** Danish whole, for tests. */

import front from "./da/front";
import rest from "./da/rest";

export default { ...front, ...rest };
