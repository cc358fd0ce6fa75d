/** How the page is built: into the Python package, with every file under its own hashed name. */
import { readFileSync } from "node:fs";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

import { puzzleData } from "./puzzledata.ts";
import { installable } from "./pwa.ts";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as { version: string };

export default defineConfig({
  plugins: [svelte(), puzzleData(), installable()],
  // Told otherwise, a build calls itself so: the update story makes two that differ.
  define: { __VERSION__: JSON.stringify(process.env["PAGE_VERSION"] ?? version) },
  build: {
    outDir: "../src/spookymarks/page",
    emptyOutDir: true,
    target: "es2022",
    // The content security policy allows files of our own origin only, so nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every visit loads comes in one piece: each file costs a request and its headers.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "frame", tags: ["$initial"] }] } } },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  test: { include: ["tests/**/*.test.ts", "src/**/*.test.ts"], environment: "node", setupFiles: ["tests/words.ts"] },
});
