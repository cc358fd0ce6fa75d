/** Korean whole, for tests. */

import front from "./ko/front";
import rest from "./ko/rest";

export { inflect } from "./ko/front";

export default { ...front, ...rest };
