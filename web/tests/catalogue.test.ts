import { readdirSync, readFileSync } from "node:fs";

import { expect, it } from "vitest";

import en from "../src/i18n/en";

const source = readdirSync(new URL("../src", import.meta.url), { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(ts|svelte)$/.test(name))
  .map((name) => readFileSync(new URL(`../src/${name}`, import.meta.url), "utf8"))
  .join("\n");

it("holds no text that the page does not use", () => {
  // A key is written out, or begins with the fixed part of a key that is put together.
  const built = [...source.matchAll(/[`"]([a-z.]+\.)\$\{/g)].map((match) => match[1] ?? "");
  const used = (key: string): boolean =>
    source.includes(`"${key}"`) || built.some((start) => key.startsWith(start));
  // The waiting player's version of a status is found by its ending.
  const unused = Object.keys(en).filter((key) => !used(key) && !used(key.replace(/\.wait$/, "")));
  expect(unused).toEqual([]);
});
