/** The page's words: every text comes from a catalogue and is looked up here. */

import en from "./en.json";

export type Key = keyof typeof en;
type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
export type Catalogue = Record<Key, string | Plural>;
export type Values = Readonly<Record<string, string | number>>;

/** The languages on offer; a catalogue of another language needs no more than a line here. */
const catalogues: Readonly<Record<string, Catalogue>> = { en };

/** Return the first wanted language that is on offer (`da-DK` finds `da`), English when none is. */
export function pickLanguage(wanted: readonly string[]): string {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split("-")[0] ?? "";
    if (language in catalogues) return language;
  }
  return "en";
}

/** Return a translator for one language: it fills `{name}` and picks the plural form by `count`. */
export function translator(language: string): (key: Key, values?: Values) => string {
  const catalogue: Catalogue = catalogues[language] ?? en;
  const plurals = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const entry = catalogue[key];
    const text =
      typeof entry === "string"
        ? entry
        : (entry[plurals.select(Number(values["count"] ?? 0))] ?? entry.other);
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}

export const language = pickLanguage(globalThis.navigator?.languages ?? []);

export const t = translator(language);

/** Join words as the language does: `X1, O2 and X3`. */
export function list(words: readonly string[]): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(words);
}

/** Write points as players do: 0, ½, 1, 1½, 2. */
export function points(value: number): string {
  const whole = Math.floor(value);
  if (whole === value) return String(whole);
  return whole === 0 ? "½" : `${whole}½`;
}
