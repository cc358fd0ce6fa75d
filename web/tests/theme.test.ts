import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

/** The colours of a theme by day and by night, as theme.css has them; a theme's own come before the usual ones. */
const css = readFileSync(new URL("../src/theme.css", import.meta.url), "utf8");

function block(selector: string): Map<string, [string, string]> {
  const start = css.indexOf(selector);
  const text = css.slice(start, css.indexOf("\n}", start));
  const pairs = text.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g);
  return new Map([...pairs].map(([, name, day, night]) => [name ?? "", [day ?? "", night ?? ""]]));
}

const usual = block(":root,\n");
const contrast = new Map([...usual, ...block('[data-theme="contrast"] {')]);

const THEMES: Record<string, (name: string) => string | undefined> = {
  light: (name) => usual.get(name)?.[0],
  dark: (name) => usual.get(name)?.[1],
  "contrast by day": (name) => contrast.get(name)?.[0],
  "contrast by night": (name) => contrast.get(name)?.[1],
};

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG's contrast ratio of two colours. */
function ratio(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** What is read, and what it stands on. */
const TEXTS: readonly (readonly [string, string])[] = [
  ...["paper", "card", "well", "fresh", "accent-soft"].flatMap((ground) => [["ink", ground] as const]),
  ...["paper", "card"].flatMap((ground) =>
    ["muted", "x", "o", "accent-ink", "good", "group-a", "group-b", "group-c"].map((text) => [text, ground] as const),
  ),
  ["muted", "well"],
  ["x", "fresh"],
  ["o", "fresh"],
  ["accent-ink", "accent-soft"],
  ["on-accent", "accent"],
];

/** What is looked at, and what it must be told apart from. */
const SHAPES: readonly (readonly [string, string])[] = [
  ["accent", "card"],
  ["accent", "paper"],
  ["focus", "card"],
  ["focus", "paper"],
];

it.each(Object.keys(THEMES))("%s has every text readable and every shape visible", (theme) => {
  const colour = (name: string): string => THEMES[theme]?.(name) ?? "";
  const high = theme.startsWith("contrast");
  const weak = [
    ...TEXTS.map((pair) => [pair, high ? 7 : 4.5] as const),
    ...SHAPES.map((pair) => [pair, high ? 7 : 3] as const),
    ...(high ? [[["line", "card"], 7] as const, [["frame", "card"], 7] as const] : []),
  ]
    .map(([[text, ground], least]) => ({ text, ground, least, ratio: ratio(colour(text), colour(ground)) }))
    .filter((each) => !(each.ratio >= each.least));
  expect(weak).toEqual([]);
});

it("measures contrast as WCAG does", () => {
  expect(ratio("#000000", "#ffffff")).toBeCloseTo(21);
  expect(ratio("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});
