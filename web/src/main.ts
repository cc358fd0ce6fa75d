/** Starts the page. */

import { mount } from "svelte";

import "./theme.css";
import "./app.css";
import App from "./App.svelte";
import { language, loadAllWords, loadWords } from "./i18n";
import { reloadOnce, workOffline } from "./offline.svelte";
import { route } from "./route";
import { wearTheme } from "./theme.svelte";
import { VIEWS, WITHOUT_RULES } from "./views";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element with the id app");
document.documentElement.lang = language;
wearTheme();
const { view } = route(location.pathname);
// The view is fetched while the words are; whoever shows it sees whether that failed.
VIEWS[view]().catch(() => null);
if (!WITHOUT_RULES.has(view)) loadAllWords().catch(() => null);
// Parts that are loaded later, from inside of a view, may be gone as well.
addEventListener("vite:preloadError", () => void reloadOnce());
await loadWords();
mount(App, { target });
// What is needed without a network is fetched when the first view has all it needs. A frame in somebody else's page
// needs none of it.
if (view !== "embed") setTimeout(() => void workOffline(), 2000);
