/**
 * From a scene to SVG that stands alone: colours and patterns are attributes, digits are strokes, nothing else is needed.
 *
 * The server makes the same text (`src/spookymarks/drawing/markup.py`), which a contract test compares.
 */

import { corner } from "../board/geometry";
import type { Half, Scene, Stone, Thread } from "../board/scene";
import { sign } from "./signs";

export type Theme = "light" | "dark";

interface Colours {
  readonly card: string;
  readonly frame: string;
  readonly ink: string;
  readonly muted: string;
  readonly X: string;
  readonly O: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly fresh: string;
  readonly groups: readonly [string, string, string];
}

const THEMES: Readonly<Record<Theme, Colours>> = {
  light: {
    card: "#fffdf8",
    frame: "#d8d0c0",
    ink: "#24222d",
    muted: "#5b5866",
    X: "#b4371b",
    O: "#1a5c96",
    accent: "#5b45ae",
    onAccent: "#ffffff",
    fresh: "#f5ecd2",
    groups: ["#6a3fa0", "#17714e", "#8a5f0c"],
  },
  dark: {
    card: "#1d1f2d",
    frame: "#393d54",
    ink: "#eceaf3",
    muted: "#a9abbd",
    X: "#ff9672",
    O: "#82baf2",
    accent: "#b9a6f7",
    onAccent: "#1a1530",
    fresh: "#33301f",
    groups: ["#c7a4f2", "#71cfa2", "#e3b95c"],
  },
};
const DASHES = ["", "8 5", "0.5 5"] as const;
const LETTER_DASHES = ["", "4 2.5", "0.5 3"] as const;
const MARGIN = 12;
const EDGE = 300 + 2 * MARGIN;
const SQUARES = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** What a picture says to those who cannot see it. */
export interface Caption {
  readonly title: string;
  readonly description: string;
}

/** A picture of a position. */
export function picture(scene: Scene, theme: Theme, width: number, caption: Caption): string {
  return file(layers(scene, theme).flat().join(""), theme, width, caption);
}

/** A whole file around the parts of a board. */
export function file(
  content: string,
  theme: Theme,
  width: number,
  { title, description }: Caption,
  style = "",
): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-${MARGIN} -${MARGIN} ${EDGE} ${EDGE}" ` +
    `width="${width}" height="${width}" role="img">` +
    `<title>${escaped(title)}</title><desc>${escaped(description)}</desc>${style}` +
    `<rect x="-${MARGIN}" y="-${MARGIN}" width="${EDGE}" height="${EDGE}" fill="${THEMES[theme].card}"/>` +
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${content}</g></svg>\n`
  );
}

/** The parts of a board from the ground up; parts of one layer do not care which of them is drawn first. */
export function layers(scene: Scene, theme: Theme): string[][] {
  const colours = THEMES[theme];
  const fresh = new Set(scene.stones.filter(({ order }) => order !== null).map(({ square }) => square));
  return [
    SQUARES.flatMap((square) => ground(square, scene.choices[square - 1] != null, fresh, colours)),
    [`<path d="M100 8V292M200 8V292M8 100H292M8 200H292" stroke="${colours.frame}" stroke-width="3"/>`],
    scene.threads.map((each) => thread(each, colours)),
    scene.halves.map((each) => half(each, colours)),
    scene.stones.map((each) => stone(each, colours)),
    scene.strokes.map(
      ({ from, to, owner }) =>
        `<path d="M${tenths(from.x)} ${tenths(from.y)}L${tenths(to.x)} ${tenths(to.y)}" ` +
        `stroke="${colours.ink}" stroke-width="4.5" opacity="0.7"` +
        `${owner === "O" ? ' stroke-dasharray="14 9"' : ""}/>`,
    ),
    SQUARES.flatMap((square) => {
      const name = scene.letters[square - 1];
      return name ? [letter(square, name, colours)] : [];
    }),
    SQUARES.flatMap((square) => {
      const name = scene.choices[square - 1];
      return name ? [choice(square, name, colours)] : [];
    }),
  ];
}

function ground(square: number, chosen: boolean, fresh: ReadonlySet<number>, colours: Colours): string[] {
  const { x, y } = corner(square);
  const number = `<path ${sign(String(square), x + 6, y + 5, 7)} stroke="${colours.muted}" stroke-width="1.6"/>`;
  if (chosen)
    return [
      `<rect x="${x + 2.5}" y="${y + 2.5}" width="95" height="95" rx="14" ` +
        `stroke="${colours.accent}" stroke-width="2" stroke-dasharray="5 4"/>`,
      number,
    ];
  if (fresh.has(square))
    return [
      `<rect x="${x + 4}" y="${y + 4}" width="92" height="92" rx="12" fill="${colours.fresh}"/>`,
      number,
    ];
  return [number];
}

function thread({ path, pattern, role, state }: Thread, colours: Colours): string {
  const fresh = state === "fresh";
  let style: string;
  if (role === "cycle") style = look(colours.accent, 4);
  else if (role === "stem") style = look(colours.muted, 2, "2 4");
  else {
    const opacity = role === "untouched" ? 0.35 : fresh ? 1 : 0.75;
    const thick = fresh || pattern === 2 ? 3 : pattern === null ? 1.5 : 2;
    const colour = pattern === null ? colours.muted : (colours.groups[pattern] ?? colours.muted);
    style = look(colour, thick, pattern === null ? "" : DASHES[pattern], opacity);
  }
  return `<path d="${path}" ${style}/>`;
}

function half({ mark, owner, role, state, x, y }: Half, colours: Colours): string {
  const colour = colours[owner];
  const gone = state === "gone";
  const fresh = state === "fresh";
  const parts: string[] = [];
  if (!gone)
    parts.push(`<circle r="12" fill="${fresh ? colours.fresh : colours.card}" opacity="${fresh ? 1 : 0.88}"/>`);
  if (role === "cycle") parts.push(`<circle r="13.5" ${look(colours.accent, 2.6)}/>`);
  else if (role === "stem")
    parts.push(...["13.5", "10.5"].map((r) => `<circle r="${r}" ${look(colours.muted, 1.3, "3 2.5")}/>`));
  else if (fresh) parts.push(`<circle r="13" ${look(colour, 1.6)}/>`);
  const style = gone ? look(colour, 1.4, "2 2") : look(colour, 2.8);
  parts.push(
    owner === "X"
      ? `<path d="M-8.5-7.5 4.5 5.5M4.5-7.5-8.5 5.5" ${style}/>`
      : `<circle cx="-2" cy="-1" r="7" ${style}/>`,
  );
  // A halo keeps the number readable where rings and curves cross it.
  const number = sign(mark.slice(1), 6, 4.5, 8);
  parts.push(`<path ${number} ${look(colours.card, 7)}/><path ${number} ${look(colour, 2)}/>`);
  const opacity = gone ? 0.4 : role === "untouched" ? 0.45 : 1;
  const faint = opacity === 1 ? "" : ` opacity="${opacity}"`;
  return `<g transform="translate(${tenths(x)} ${tenths(y)})"${faint}>${parts.join("")}</g>`;
}

function stone({ mark, owner, square }: Stone, colours: Colours): string {
  const { x, y } = corner(square);
  const style = look(colours[owner], 9);
  const shape =
    owner === "X"
      ? `<path d="M26 28 70 72M70 28 26 72" ${style}/>`
      : `<circle cx="48" cy="50" r="25" ${style}/>`;
  const number = `<path ${sign(mark.slice(1), 77, 76, 16)} ${look(colours[owner], 1.9)}/>`;
  return `<g transform="translate(${x} ${y})">${shape}${number}</g>`;
}

function letter(square: number, name: string, colours: Colours): string {
  const { x, y } = corner(square);
  const pattern = "ABC".indexOf(name);
  const colour = colours.groups[pattern] ?? colours.muted;
  const ring = look(colour, pattern === 2 ? 2 : 1.5, LETTER_DASHES[pattern]);
  return (
    `<g transform="translate(${x + 91} ${y + 9.5})"><circle r="6.5" fill="${colours.card}" ${ring}/>` +
    `<path ${sign(name, -1.9, -3.2, 6.4)} ${look(colour, 2)}/></g>`
  );
}

function choice(square: number, name: string, colours: Colours): string {
  const { x, y } = corner(square);
  return (
    `<g transform="translate(${x + 90} ${y + 10})"><circle r="10" fill="${colours.accent}" ` +
    `stroke="${colours.card}" stroke-width="2"/>` +
    `<path ${sign(name, -2.9, -4.8, 9.6)} ${look(colours.onAccent, 1.9)}/></g>`
  );
}

function look(colour: string, width: number, dash = "", opacity = 1): string {
  const dashes = dash ? ` stroke-dasharray="${dash}"` : "";
  const faint = opacity === 1 ? "" : ` opacity="${opacity}"`;
  return `stroke="${colour}" stroke-width="${width}"${dashes}${faint}`;
}

function tenths(value: number): number {
  return Math.floor(value * 10 + 0.5) / 10;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
