/** Starts the page. */

import { mount } from "svelte";

import "./app.css";
import App from "./App.svelte";
import { language } from "./i18n";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element with the id app");
document.documentElement.lang = language;
mount(App, { target });
