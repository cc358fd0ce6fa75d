/** Every language beside the English: complete, with the same values, well set, and short enough for its buttons. */

import { describe, expect, it } from "vitest";

import type { Plural, Words } from "../src/i18n";
import * as da from "../src/i18n/da";
import en from "../src/i18n/en";
import * as ko from "../src/i18n/ko";

const LANGUAGES = { da, ko } satisfies Record<string, Words>;
const english: Words["default"] = en;

/** Names and loan-words that are the same as in English. */
const SAME: Readonly<Record<keyof typeof LANGUAGES, readonly string[]>> = {
  da: [
    "branches.start",
    "collapse.pause",
    "command.go",
    "computer.hint",
    "nav.computer",
    "nav.menu",
    "review.table.side",
    "rules.goff.name",
    "rules.standard.name",
    "rules.superposition.name",
    "share.film.gif",
    "share.format",
    "share.png",
    "share.svg",
  ],
  ko: ["share.film.gif", "share.png", "share.svg"],
};
/** Texts of signs, values and names alone need no translation. */
const SIGNS = /^(?:\{\w+\}|Spookymarks|[\d\s.,:;+×–−→·()●=XOABC/-])*$/;

/** Particles that depend on the sound before them, and so have to be asked for. */
const PARTICLES = ["과/와", "으로/로", "은/는", "을/를", "이/가", "이라고/라고", "이어야/여야", "이에요/예요"];

const VALUE = /\{(\w+)(?::([^}]+))?\}/g;

function forms(entry: string | Plural | undefined): string[] {
  return typeof entry === "string" ? [entry] : Object.values(entry ?? {});
}

function values(entry: string | Plural | undefined): string {
  const named = forms(entry).flatMap((text) => [...text.matchAll(VALUE)].map((match) => match[1]));
  return [...new Set(named)].sort().join();
}

/** The keys and texts that are wrong in some way. */
function found({ default: catalogue }: Words, wrong: (text: string) => boolean): string[] {
  return Object.entries(catalogue).flatMap(([key, entry]) =>
    forms(entry)
      .filter(wrong)
      .map((text) => `${key}: ${text}`),
  );
}

function asked(words: Words): string[] {
  const texts = Object.values(words.default).flatMap(forms);
  return texts.flatMap((text) => [...text.matchAll(VALUE)].flatMap((match) => match[2] ?? []));
}

describe.each(Object.entries(LANGUAGES))("the language %s", (tag, words: Words) => {
  const catalogue = words.default;

  it("has the keys of the English, and no others", () => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(english).sort());
  });

  it("fills in the same values", () => {
    const differing = Object.keys(english).filter((key) => values(catalogue[key]) !== values(english[key]));
    expect(differing).toEqual([]);
  });

  it("has the plural forms that the language knows", () => {
    const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.sort().join();
    const wrong = Object.entries(english).filter(([key, entry]) => {
      const own = catalogue[key] ?? "";
      if (typeof entry === "string" || typeof own === "string") return typeof entry !== typeof own;
      return Object.keys(own).sort().join() !== categories;
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it("is translated", () => {
    const same = Object.entries(catalogue)
      .filter(([key, entry]) => JSON.stringify(entry) === JSON.stringify(english[key]))
      .filter(([, entry]) => !forms(entry).every((text) => SIGNS.test(text)))
      .map(([key]) => key);
    const allowed = SAME[tag as keyof typeof LANGUAGES];
    expect(same.filter((key) => !allowed.includes(key))).toEqual([]);
    expect(allowed.filter((key) => JSON.stringify(catalogue[key]) !== JSON.stringify(english[key]))).toEqual([]);
  });

  it("is set with care", () => {
    // A notation that is explained has straight quotation marks of its own.
    const straight = found(words, (text) => text.includes('"'));
    expect(straight.filter((each) => !each.startsWith("notation.record.tag:"))).toEqual([]);
    expect(found(words, (text) => /'|[“”„]|\.\.\.|\s{2}|^\s|\s$/.test(text))).toEqual([]);
    // Half-width letters, digits and stops.
    expect(found(words, (text) => /[\u3000-\u303f\uff00-\uffef]/.test(text))).toEqual([]);
  });
});

it("quotes as Danish does, and writes its letters alone", () => {
  expect(found(da, (text) => /[‘’«»]/.test(text.replace(/»[^«»]+«/g, "")))).toEqual([]);
  expect(found(da, (text) => /[^\p{Script=Latin}\p{Script=Common}]/u.test(text))).toEqual([]);
});

it("quotes as Korean does, and is polite in one way", () => {
  expect(found(ko, (text) => /[‘’«»]/.test(text.replace(/‘[^‘’]+’/g, "")))).toEqual([]);
  expect(found(ko, (text) => /니다|[가-힣](?:한다|했다|된다|됐다|이다)\./.test(text))).toEqual([]);
});

it("asks only Korean for forms, and for particles that it knows", () => {
  expect(asked({ default: english })).toEqual([]);
  expect(asked(da)).toEqual([]);
  expect(asked(ko).filter((form) => !PARTICLES.includes(form))).toEqual([]);
});

it("leaves no particle beside a Korean value to chance", () => {
  const either = PARTICLES.flatMap((form) => form.split("/")).join("|");
  const loose = new RegExp(`\\{\\w+\\}(?:${either})(?![가-힣])`);
  expect(found(ko, (text) => loose.test(text))).toEqual([]);
});

/** How wide buttons and labels may be that have little room in a window of 320 px, in Latin letters. */
const ROOM: Readonly<Record<string, number>> = {
  "choice.commit": 25,
  "choice.flip": 25,
  "choice.option": 16,
  "choice.step.choose": 14,
  "choice.step.measure": 14,
  "choice.step.place": 14,
  "collapse.again": 11,
  "collapse.play": 11,
  "collapse.skip": 11,
  "collapse.step": 11,
  "computer.hint": 10,
  "computer.new": 14,
  "computer.redo": 14,
  "computer.undo": 14,
  copy: 9,
  "copy.done": 12,
  "last.commit": 25,
  "link.join": 25,
  "link.short.connecting": 13,
  "link.short.gone": 13,
  "link.short.live": 13,
  "link.short.reconnecting": 13,
  "nav.analysis": 14,
  "nav.computer": 14,
  "nav.play": 14,
  "nav.puzzles": 14,
  "nav.settings": 14,
  "offer.accept": 8,
  "offer.decline": 9,
  "offer.withdraw": 13,
  "panel.new": 14,
  "panel.redo": 14,
  "panel.undo": 14,
  "place.cancel": 10,
  "place.commit": 25,
  "player.opponent": 12,
  "player.player": 12,
  "player.you": 12,
  "qr.show": 20,
  "where.away": 13,
  "where.free": 15,
  "where.here": 13,
  "where.lost": 13,
  "wish.draw": 16,
  "wish.resign": 12,
  "wish.takeback": 14,
};

/** A Hangul syllable is nearly as wide as two letters; the values are marks and squares. */
function width(text: string): number {
  const signs = [...text.replace(VALUE, "X1")];
  return signs.reduce((sum, sign) => sum + (/[가-힣]/.test(sign) ? 1.8 : 1), 0);
}

it.each(Object.entries({ en: { default: english }, ...LANGUAGES }))("has room for its buttons in %s", (_, words) => {
  const catalogue: Words["default"] = words.default;
  const wide = Object.entries(ROOM).filter(([key, room]) => {
    const texts = forms(catalogue[key]);
    return !texts.length || texts.some((text) => width(text) > room);
  });
  expect(wide.map(([key, room]) => `${key}, ${room}: ${JSON.stringify(catalogue[key])}`)).toEqual([]);
});
