/** Small notations of other people's programs: one reader each, no writers. All know games from the empty board alone. */

import { choices, numberOf } from "../game/marks";
import type { Timeline } from "../game/timeline";
import type { Kernel, RulesName } from "../kernel/kernel";
import { entangledScribe, words, type Scribe, type Token } from "./scribe";

const CELLS = "ABCDEFGHI";

/** Shcherbina's notation, `12 23 34 45 15? 5!`: `?` exactly when the pair closes a cycle, `44` for the last square. */
export function readShcherbina(kernel: Kernel, text: string, rules: RulesName): Timeline {
  const scribe: Scribe = entangledScribe(kernel, text, rules);
  for (const token of words(text)) {
    const match = /^([1-9])(?:([1-9])(\??)|!)$/.exec(token.text);
    if (!match) scribe.refuse(token, "notation.shcherbina");
    const [, a = "", b, asks] = match;
    const waits = scribe.replay.phase === "measure";
    if (b === undefined) {
      if (!waits) scribe.refuse(token, "notation.goff.nothing");
      scribe.play(`@${a}`, token);
      continue;
    }
    pair(scribe, token, a, b);
    const closes = scribe.replay.phase === "measure";
    if (closes && !asks) scribe.refuse(token, "notation.shcherbina.closes", { due: `${token.text}?` });
    if (asks && !closes) scribe.refuse(token, "notation.shcherbina.open", { due: token.text.slice(0, -1) });
  }
  return scribe.timeline();
}

/** KSmanis' notation, `(0,8)(2,6)(2)`, with squares from 0 and an optional tail `:value,plies`, which is not checked. */
export function readKsmanis(kernel: Kernel, text: string, rules: RulesName): Timeline {
  const scribe: Scribe = entangledScribe(kernel, text, rules);
  for (const match of text.trimEnd().matchAll(/\s*(\([^()]*\)|:.*|\S+?(?=[(:\s]|$))/gs)) {
    const token = { text: match[1] ?? "", index: match.index + match[0].length - (match[1] ?? "").length };
    if (token.text.startsWith(":")) {
      if (!/^:\s*-?[0-9]+\s*,\s*[0-9]+\s*$/.test(token.text)) scribe.refuse(token, "notation.ksmanis.tail");
      break;
    }
    const [, a, b] = /^\(\s*([0-8])\s*(?:,\s*([0-8])\s*)?\)$/.exec(token.text) ?? [];
    if (a === undefined) scribe.refuse(token, "notation.ksmanis");
    if (b === undefined) scribe.play(`@${Number(a) + 1}`, token);
    else pair(scribe, token, String(Number(a) + 1), String(Number(b) + 1));
  }
  return scribe.timeline();
}

/** The code-golf notation, `AB BE DE AE 4`: a number is the mark that takes the cycle's first cell; `DD` the last square. */
export function readGolf(kernel: Kernel, text: string, rules: RulesName): Timeline {
  const scribe: Scribe = entangledScribe(kernel, text, rules);
  for (const token of words(text)) {
    const match = /^(?:([A-I])([A-I])|([1-9]))$/.exec(token.text);
    if (!match) scribe.refuse(token, "notation.golf");
    const [, a = "", b = "", number] = match;
    if (number === undefined) pair(scribe, token, String(CELLS.indexOf(a) + 1), String(CELLS.indexOf(b) + 1));
    else scribe.play(`@${golfChoice(scribe, token)}`, token);
  }
  return scribe.timeline();
}

/** Where the newest mark settles when the mark with the token's number stands in the first cell of the cycle. */
function golfChoice(scribe: Scribe, token: Token): number {
  const { replay } = scribe;
  const { cycle, outcomes } = replay;
  if (!cycle || !outcomes) scribe.refuse(token, "notation.goff.nothing");
  const ends = choices(replay).flatMap((choice) =>
    (outcomes[choice]?.settled ?? [])
      .filter(({ mark }) => cycle.includes(mark))
      .map(({ mark, square }) => ({ mark, square, choice })),
  );
  const first = Math.min(...ends.map(({ square }) => square));
  const fitting = ends.filter(({ square }) => square === first);
  const found = fitting.find(({ mark }) => numberOf(mark) === Number(token.text));
  if (!found) {
    const [one = "", two = ""] = fitting.map(({ mark }) => mark).sort((a, b) => numberOf(a) - numberOf(b));
    const values = { cell: CELLS[first - 1] ?? "", one, two, first: numberOf(one), second: numberOf(two) };
    scribe.refuse(token, "notation.golf.choice", values);
  }
  return found.choice;
}

/** Play a pair as a placement, or as the last square when both are the same. */
function pair(scribe: Scribe, token: Token, a: string, b: string): void {
  if (a === b && scribe.replay.phase === "measure") scribe.refuse(token, "notation.measure-first");
  scribe.play(`${a}-${b}`, token);
}
