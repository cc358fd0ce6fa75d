/** The page's views, each loaded when it is first looked at: a visit carries only what it shows. */

import type { Component } from "svelte";

import type { Kernel } from "./kernel/kernel";
import type { Route } from "./route";

/** What every view gets; those that need the rules wait for them. */
export interface ViewProps {
  kernel: Kernel;
  here: Route;
}

/** A view takes of `ViewProps` what it needs. */
type Load = () => Promise<{ default: Component<never> }>;

export const VIEWS: Readonly<Record<Route["view"], Load>> = {
  home: () => import("./view/Home.svelte"),
  play: () => import("./view/PassAndPlay.svelte"),
  game: () => import("./view/LinkGame.svelte"),
  computer: () => import("./view/Computer.svelte"),
  analysis: () => import("./view/Analysis.svelte"),
  review: () => import("./view/Review.svelte"),
  puzzles: () => import("./view/Puzzles.svelte"),
  settings: () => import("./view/SettingsPage.svelte"),
  embed: () => import("./view/Embed.svelte"),
  missing: () => import("./view/Missing.svelte"),
};

/** Views that show no game, and so need no rules and few words: those that come with the frame. */
export const WITHOUT_RULES: ReadonlySet<Route["view"]> = new Set(["home", "settings", "missing"]);
