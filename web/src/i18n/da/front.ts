/** Danish for the front page, the settings and the frame of every view. */

import app from "./app.json";
import frame from "./frame.json";
import home from "./home.json";
import refusals from "./refusals.json";
import settings from "./settings.json";
import terms from "./terms.json";

export default { ...app, ...frame, ...home, ...refusals, ...settings, ...terms };
