/** What makes the page installable and lets it work offline: its manifest, its icons and its service worker. */
import { readFileSync } from "node:fs";

import { Resvg } from "@resvg/resvg-js";
import type { PluginOption } from "vite";
import { VitePWA } from "vite-plugin-pwa";

const SIGN = new URL("public/favicon.svg", import.meta.url);
const PAPER = "#f6f2ea";

/** An icon as a picture of `size` pixels; `full` leaves its corners to the system, which cuts them as it likes. */
function icon(size: number, full: boolean): Uint8Array {
  const sign = readFileSync(SIGN, "utf8");
  const drawing = full ? sign.replace(/ rx="\d+"/, "") : sign;
  return new Resvg(drawing, { fitTo: { mode: "width", value: size } }).render().asPng();
}

function icons(): PluginOption {
  return {
    name: "icons",
    apply: "build",
    generateBundle() {
      for (const [kind, sizes] of Object.entries({ sign: [192, 512], full: [180, 512] })) {
        for (const size of sizes) {
          const source = icon(size, kind === "full");
          this.emitFile({ type: "asset", fileName: `icons/${kind}-${size}.png`, source });
        }
      }
    },
  };
}

export function installable(): PluginOption[] {
  return [
    icons(),
    VitePWA({
      registerType: "prompt",
      // src/offline.svelte.ts registers the worker: nothing may reload by itself.
      injectRegister: false,
      // A system that installs the page fetches its icons itself.
      includeManifestIcons: false,
      manifest: {
        id: "/",
        start_url: "/",
        name: "Spookymarks",
        short_name: "Spookymarks",
        description: "Quantum Tic-Tac-Toe",
        display: "standalone",
        background_color: PAPER,
        theme_color: PAPER,
        icons: [
          { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
          { src: "/icons/sign-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icons/sign-512.png", sizes: "512x512", type: "image/png" },
          { src: "/icons/full-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
      },
      workbox: {
        globPatterns: ["**/*.{html,js,css,wasm,svg}"],
        inlineWorkboxRuntime: true,
        // The first visit is served offline too, without being loaded again.
        clientsClaim: true,
        // Every address of the page has the same document. Only a frame's may stand in other people's pages, which
        // its headers say, so it is kept by itself.
        navigateFallback: "/index.html",
        navigateFallbackDenylist: [/^\/(api\/|embed\b)/],
        manifestTransforms: [
          (entries) => {
            const page = entries.find(({ url }) => url === "index.html");
            return { manifest: page ? [...entries, { ...page, url: "/embed" }] : entries };
          },
        ],
      },
    }),
  ];
}
