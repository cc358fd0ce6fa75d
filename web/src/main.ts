/** Starts the page. */

import { mount } from "svelte";

import "./app.css";
import App from "./App.svelte";
import { language, loadWords } from "./i18n";
import { settings } from "./settings.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element with the id app");
document.documentElement.lang = language;
document.documentElement.dataset["theme"] = settings.theme;
await loadWords();
mount(App, { target });
