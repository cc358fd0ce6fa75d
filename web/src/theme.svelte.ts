/** Which theme the page wears: the one that was chosen, or the one that the system asks for. */

import { settings } from "./settings.svelte";

/** Keep the document in its theme from now on. */
export function wearTheme(): void {
  const more = matchMedia("(prefers-contrast: more)");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const wear = (): void => {
    const asked = settings.theme === "system" && more.matches;
    document.documentElement.dataset["theme"] = asked ? "contrast" : settings.theme;
    // The browser's own bars around the page go along.
    const paper = getComputedStyle(document.body).backgroundColor;
    for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) meta.content = paper;
  };
  more.addEventListener("change", wear);
  dark.addEventListener("change", wear);
  $effect.root(() => {
    $effect.pre(wear);
  });
}
