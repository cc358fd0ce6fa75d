/** Addresses that a game or a position travels in. */

import { writeShared, type Shared } from "../game/address";
import type { Timeline } from "../game/timeline";
import type { Theme } from "./markup";

function shared({ rules, start, actions }: Timeline, ply: number): Shared {
  return { rules, start, actions, ply };
}

/** The address of a position on the analysis board, with the game around it. */
export function positionLink(origin: string, line: Timeline, ply: number): string {
  const fragment = writeShared(shared(line, ply));
  return `${origin}/analysis${fragment && `#${fragment}`}`;
}

/** How a frame is to look and what it lets its readers do. */
export interface FrameOptions {
  readonly theme: Theme | null;
  readonly play: boolean;
}

/** The address of the frame that shows a game on other sites. */
export function frameLink(origin: string, line: Timeline, ply: number, { theme, play }: FrameOptions): string {
  const parts = [writeShared(shared(line, ply)), theme ? `theme=${theme}` : "", play ? "play=1" : ""];
  const fragment = parts.filter(Boolean).join("&");
  return `${origin}/embed${fragment && `#${fragment}`}`;
}

/** The element that other sites put into their pages. */
export function frameCode(address: string, title: string): string {
  const escaped = (text: string): string =>
    text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return (
    `<iframe src="${escaped(address)}" title="${escaped(title)}" ` +
    `width="360" height="480" style="border:0;max-width:100%" loading="lazy"></iframe>`
  );
}

/** Where the server makes a GIF of a game. */
export function gifAddress({ rules, start, actions }: Timeline, theme: Theme): string {
  const said = new URLSearchParams({ game: actions.join(" "), position: start, rules, theme, size: "480" });
  return `/api/v1/picture.gif?${said.toString()}`;
}
