/**
 * The page's words: every text comes from a catalogue and is looked up here. One language is loaded, in two parts: what
 * the front page and the frame say comes before anything is shown, the rest with the first view that needs it.
 */

import { device } from "../storage";
import type en from "./en";

export type Key = keyof typeof en;
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
/** A language's texts; a test holds each one complete. */
export type Catalogue = Readonly<Record<string, string | Plural>>;
/** What a language hangs on a value: `{mark:이/가}` asks it for the form `이/가` of the mark. */
export type Inflect = (value: string, form: string) => string;
export interface Words {
  readonly default: Catalogue;
  readonly inflect?: Inflect;
}
export type Values = Readonly<Record<string, string | number>>;
export type Translator = (key: Key, values?: Values) => string;

/** The languages on offer, each under its own name. A further one is a folder of texts and a line here. */
export const LANGUAGES = {
  en: "English",
  da: "Dansk",
  ko: "한국어",
} as const;

export type Language = keyof typeof LANGUAGES;

type Load = () => Promise<Words>;

const loaders: Readonly<Record<Language, { front: Load; rest: Load }>> = {
  en: { front: () => import("./en/front"), rest: () => import("./en/rest") },
  da: { front: () => import("./da/front"), rest: () => import("./da/rest") },
  ko: { front: () => import("./ko/front"), rest: () => import("./ko/rest") },
};

function isLanguage(tag: string): tag is Language {
  return tag in LANGUAGES;
}

/** Return the first wanted language that is on offer (`da-DK` finds `da`), English when none is. */
export function pickLanguage(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.toLowerCase().split("-")[0] ?? "").find(isLanguage) ?? "en";
}

/** The language that was chosen on this device; null follows the browser. */
export function loadLanguage(): Language | null {
  const saved = device.get("language");
  return saved !== null && isLanguage(saved) ? saved : null;
}

export function saveLanguage(language: Language | null): void {
  device.set("language", language);
}

/** The language of this visit. Another one is loaded with the page, so that nothing has to be told twice. */
export const language: Language = loadLanguage() ?? pickLanguage(globalThis.navigator?.languages ?? []);

/** Return a translator for one language: it fills in values, numbers as the language writes them, and plurals by `count`. */
export function translator({ default: catalogue, inflect }: Words, tag: string): Translator {
  const plurals = new Intl.PluralRules(tag);
  const numbers = new Intl.NumberFormat(tag);
  const written = (value: string | number): string =>
    typeof value === "number" ? numbers.format(value) : value;
  return (key, values = {}) => {
    const entry = catalogue[key];
    if (entry === undefined) {
      console.error(`there is no text "${key}" in ${tag}`);
      return key;
    }
    const text =
      typeof entry === "string"
        ? entry
        : (entry[plurals.select(Number(values["count"] ?? 0))] ?? entry.other);
    return text.replace(/\{(\w+)(?::([^}]+))?\}/g, (whole, name: string, form?: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return form && inflect ? inflect(written(value), form) : written(value);
    });
  };
}

/** The language that is loaded: its words so far, and the parts that they come from. */
let current: { words: Words; parts: readonly Words[]; translate: Translator; tag: string } | null = null;

function loaded(): { translate: Translator; tag: string } {
  if (!current) throw new Error("words are looked up before they are loaded");
  return current;
}

/** Add a part of a language to what is known of it; the parts may come in any order. */
function add(part: Words, tag: string): void {
  const known = current?.tag === tag ? current : null;
  // Every view that plays asks for all of them.
  if (known?.parts.includes(part)) return;
  const words: Words = { ...known?.words, ...part, default: { ...known?.words.default, ...part.default } };
  const parts = [...(known?.parts ?? []), part];
  current = { words, parts, translate: translator(words, tag), tag };
}

/** Load the words of the frame and the front page, before anything is shown. */
export async function loadWords(wanted: Language = language): Promise<void> {
  add(await loaders[wanted].front(), wanted);
}

/** Load all words, as the views that play need them. */
export async function loadAllWords(wanted: Language = language): Promise<void> {
  const { front, rest } = loaders[wanted];
  await Promise.all([front, rest].map(async (load) => add(await load(), wanted)));
}

/** The text under a key, with its values filled in. */
export const t: Translator = (key, values) => loaded().translate(key, values);

/** Join words as the language does: `X1, O2 and X3`. */
export function list(words: readonly string[]): string {
  return new Intl.ListFormat(loaded().tag, { type: "conjunction" }).format(words);
}

/** Join words of which one is enough, as the language does: `X1, O2 or X3`. */
export function options(words: readonly string[]): string {
  return new Intl.ListFormat(loaded().tag, { type: "disjunction" }).format(words);
}

/** Write points as players do: 0, ½, 1, 1½, 2; the averages of games of chance as decimals. */
export function points(value: number): string {
  const whole = Math.floor(value);
  if (whole === value) return String(whole);
  if (value - whole === 0.5) return whole === 0 ? "½" : `${whole}½`;
  return new Intl.NumberFormat(loaded().tag, { maximumFractionDigits: 2 }).format(value);
}
