import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { timeline } from "../src/game/timeline";
import type { RulesName } from "../src/kernel/types";
import { captionAt, captionOf } from "../src/share/caption";
import { animation, film, sceneAt } from "../src/share/film";
import { FORMATS, written } from "../src/share/formats";
import { frameCode, frameLink, gifAddress, positionLink } from "../src/share/links";
import { picture, type Theme } from "../src/share/markup";
import { game, kernel } from "./kernel";

interface Drawing {
  rules: RulesName;
  start: string;
  game: string;
  theme: Theme;
  times: number[];
  digests: string[];
  svg: string;
}

const CAPTION = { title: "a <title>", description: "\"quotes\" & 'so on'" };
const stored = readFileSync(new URL("../../tests/contract/drawings.jsonl", import.meta.url), "utf-8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Drawing);

function played({ rules, start, game: text }: Drawing) {
  return timeline(kernel, rules, text.split(" ").filter(Boolean), undefined, start);
}

it.each(stored.map((each) => [`${each.theme} ${each.rules} ${each.start} ${each.game}`, each] as const))(
  "draws as the server does: %s",
  (_, drawing) => {
    const line = played(drawing);
    const frames = film(line);
    expect(picture(sceneAt(line, line.actions.length), drawing.theme, 480, CAPTION)).toBe(drawing.svg);
    expect(frames.map(({ time }) => time)).toEqual(drawing.times);
    const digests = frames.map(({ scene }) =>
      createHash("sha256")
        .update(picture(scene, drawing.theme, 480, CAPTION))
        .digest("hex")
        .slice(0, 16),
    );
    expect(digests).toEqual(drawing.digests);
  },
);

it("shows in each moment of a moving picture exactly the parts of that frame", () => {
  const line = game("1-4 1-3 5-8 1-8 3-6 2-4 5-8 @5");
  const frames = film(line);
  const whole = frames.reduce((sum, { time }) => sum + time, 0);
  const text = animation(frames, "light", 480, CAPTION);
  const spans = [...text.matchAll(/<g class="f(\d+)-(\d+)"( opacity="0")?>/g)];
  expect(spans.length).toBeGreaterThan(20);
  for (const [, , end, hidden] of spans) expect(hidden !== undefined).toBe(Number(end) < frames.length);
  // Every class has its own rule, which begins and ends with its frames.
  for (const [, first, end] of spans) {
    const rule = new RegExp(`@keyframes f${first}-${end}\\{(.*?)\\}\\}`).exec(text)?.[1] ?? "";
    const from = frames.slice(0, Number(first)).reduce((sum, { time }) => sum + time, 0);
    expect(rule).toContain(`${Math.round((from / whole) * 100_000) / 1000}%{opacity:1`);
    expect(text).toContain(`.f${first}-${end}{animation:f${first}-${end} ${whole}ms step-end infinite}`);
  }
});

it("says in words what a picture shows", () => {
  const line = game("1-4 1-5 4-8 2-6 1-8 @8");
  expect(captionAt(line, 6)).toEqual({
    title: "O is placing O6.",
    description:
      "Rules: Standard. Settled: X1 in 1, X3 in 4, O2 in 5, and X5 in 8. Spooky pairs: O4 in 2 and 6.",
  });
  expect(captionOf(line).title).toBe("A game of Quantum Tic-Tac-Toe, 6 actions");
});

it("writes a game in every notation, and says which cannot hold it", () => {
  const line = game("1-2 1-2 @1");
  expect(FORMATS.map((format) => written(format, line, 1))).toEqual([
    "1-2 1-2 @1",
    "12",
    "X1+(1,2); O2+(1,2)[12]; X2@O2(1)!O2(1)!X1(2)",
    expect.stringContaining('[Rules "standard"]'),
  ]);
  const later = timeline(kernel, "standard", ["@1"], undefined, "12.12");
  expect(FORMATS.map((format) => written(format, later, 1) === null)).toEqual([true, false, true, true]);
});

it("puts the whole game into addresses", () => {
  const line = timeline(kernel, "coin", ["@1", "3-4"], undefined, "12.12");
  expect(positionLink("https://a.example", line, 1)).toBe(
    "https://a.example/analysis#position=12.12&game=@1,3-4&rules=coin&ply=1",
  );
  expect(positionLink("https://a.example", game(""), 0)).toBe("https://a.example/analysis");
  expect(frameLink("https://a.example", line, 2, { theme: "dark", play: true })).toBe(
    "https://a.example/embed#position=12.12&game=@1,3-4&rules=coin&theme=dark&play=1",
  );
  expect(frameLink("https://a.example", game("1-9"), 1, { theme: null, play: false })).toBe(
    "https://a.example/embed#game=1-9",
  );
  expect(gifAddress(line, "dark")).toBe(
    "/api/v1/picture.gif?game=%401+3-4&position=12.12&rules=coin&theme=dark&size=480",
  );
  expect(frameCode("https://a.example/embed#a&b", 'a "title" <b>')).toContain(
    'src="https://a.example/embed#a&amp;b" title="a &quot;title&quot; &lt;b>"',
  );
});
