/** Reads Goff's state string in every dialect and mix of dialects. */

import { measuredMark, nextMark, numberOf } from "../game/marks";
import type { Timeline } from "../game/timeline";
import type { Kernel, Replay, RulesName } from "../kernel/kernel";
import { choosers, note } from "./goff";
import { entangledScribe, refuse, type Scribe, type Token } from "./scribe";

/** Kinds of pieces, each a named group of the expression below. */
const KINDS = ["placement", "half", "note", "chooser", "event", "score", "end"] as const;
type Kind = (typeof KINDS)[number];

const PIECE = new RegExp(
  String.raw`\s*(?:` +
    [
      String.raw`(?<placement>(?<mark>[XO][0-9]+)\s*\+\s*\(\s*(?<a>[1-9])\s*,\s*(?<b>[1-9])\s*\))`,
      String.raw`(?<half>[XO][0-9]+\s*\+\s*(?:\(\s*(?:[1-9]\s*(?:,\s*)?)?)?)(?=;|$)`,
      String.raw`(?<note>\[\s*(?<loop>[1-9]+)\s*(?:\|\s*(?<tails>[1-9]*)\s*)?\])`,
      String.raw`(?<chooser>[XO][0-9]+)(?=\s*[@!])`,
      String.raw`(?<event>(?<sign>[@!])\s*(?<who>[XO][0-9]+)\s*\(\s*(?<square>[1-9])\s*\))`,
      String.raw`(?<score>\{\s*X\s*[=:\-]?\s*(?<x>[0-9]+(?:\.[0-9]+)?)\s*,\s*O\s*[=:\-]?\s*(?<o>[0-9]+(?:\.[0-9]+)?)\s*\})`,
      String.raw`(?<end>;)`,
    ].join("|") +
    ")",
  "dy",
);

interface Piece {
  kind: Kind;
  /** The text of a named part, empty when it is not there. */
  of: (part: string) => string;
  at: (part: string) => Token;
}

/** `@X3(1)` or `!X3(1)`: a mark and the square it settles in. */
interface Event {
  token: Token;
  sign: string;
  name: string;
  square: number;
}

/** What a measurement may say: for each outcome, the square of every mark by its name, the measured one first. */
interface Collapse {
  cycle: readonly string[];
  stems: readonly string[];
  ways: readonly ReadonlyMap<string, number>[];
}

/**
 * Read a string. Loop notes, the order of squares, white space, `;` and the score are free, but what is said must be
 * true: throws NotationError at the first token that disagrees with the game.
 */
export function readGoff(kernel: Kernel, text: string, rules: RulesName): Timeline {
  const scribe = entangledScribe(kernel, text, rules);
  const pieces = piecesOf(text);
  const next = (): Piece | undefined => pieces.next().value ?? undefined;
  // The last mark may be followed by a measurement of its own.
  let lastSquare = false;
  let piece = next();
  while (piece) {
    if (piece.kind === "chooser" || piece.kind === "event") {
      const chooser = piece.kind === "chooser" ? piece.at("chooser") : null;
      if (chooser) piece = next();
      const events: Event[] = [];
      for (; piece?.kind === "event"; piece = next()) events.push(eventOf(piece));
      const following = piece ? piece.at(piece.kind) : { text: "", index: text.length };
      measure(scribe, chooser, events, following, lastSquare);
      lastSquare = false;
      continue;
    }
    if (piece.kind === "placement") lastSquare = place(scribe, piece);
    else if (piece.kind === "note") checkNote(scribe, piece);
    else if (piece.kind === "score") checkScore(scribe, piece);
    piece = next();
  }
  return scribe.timeline();
}

/** Play a placement; returns whether it took the last square. */
function place(scribe: Scribe, piece: Piece): boolean {
  const newest = measuredMark(scribe.replay);
  if (newest) scribe.refuse(piece.at("mark"), "notation.goff.pending", { mark: newest });
  const mark = nextMark(scribe.replay);
  if (piece.of("mark") !== mark) scribe.refuse(piece.at("mark"), "notation.goff.next", { mark });
  scribe.play(`${piece.of("a")}-${piece.of("b")}`, piece.at("placement"));
  return piece.of("a") === piece.of("b");
}

function checkNote(scribe: Scribe, piece: Piece): void {
  const due = note(scribe.replay);
  if (!due) scribe.refuse(piece.at("note"), "notation.goff.no-cycle");
  const [loop = "", tails = ""] = due.slice(1, -1).split("|");
  // Older notes list the moves of the loop in another order.
  if (sorted(piece.of("loop")) !== sorted(loop) || sorted(piece.of("tails")) !== sorted(tails))
    scribe.refuse(piece.at("note"), "notation.goff.due", { due });
}

function sorted(digits: string): string {
  return [...digits].sort().join("");
}

function checkScore(scribe: Scribe, piece: Piece): void {
  const { score } = scribe.replay;
  if (!score) scribe.refuse(piece.at("score"), "notation.goff.unfinished");
  for (const [player, part, due] of [
    ["X", "x", score.X],
    ["O", "o", score.O],
  ] as const)
    if (Number(piece.of(part)) !== due) scribe.refuse(piece.at(part), "notation.goff.points", { due: String(due), player });
}

function measure(
  scribe: Scribe,
  chooser: Token | null,
  events: readonly Event[],
  following: Token,
  lastSquare: boolean,
): void {
  const { replay } = scribe;
  const first = chooser ?? events[0]?.token ?? following;
  const pending = replay.phase === "measure";
  if (!pending && !lastSquare) scribe.refuse(first, "notation.goff.nothing");
  const collapse = pending ? collapseOf(replay) : lastCollapse(scribe);
  const closing = [...(collapse.ways[0]?.keys() ?? [])][0] ?? "";
  if (chooser) checkChooser(scribe, chooser, pending ? choosers(replay) : lastChoosers(scribe, closing));
  const way = events.flatMap((event) => collapse.ways.filter((each) => decides(collapse, event, each)))[0];
  for (const [index, event] of events.entries())
    checkEvent(scribe, collapse, event, way, events.slice(0, index));
  const settled = way?.get(closing);
  if (!way || settled === undefined)
    scribe.refuse(events[0]?.token ?? following, "notation.goff.stem", { cycle: collapse.cycle.join(" ") });
  const resolved = events.filter(({ sign }) => sign === "!").map(({ name }) => name);
  // The list of resolved marks is whole, or names the newest alone, or is left out.
  if (resolved.length && !(resolved.length === 1 && resolved[0] === closing))
    for (const [mark, square] of way)
      if (!resolved.includes(mark)) scribe.refuse(following, "notation.goff.missing", { event: `!${mark}(${square})` });
  if (pending) scribe.play(`@${settled}`, first);
}

function collapseOf(replay: Replay): Collapse {
  const outcomes = Object.values(replay.outcomes ?? {});
  return {
    cycle: replay.cycle ?? [],
    stems: replay.stems ?? [],
    ways: outcomes.map(({ settled }) => new Map(settled.map(({ mark, square }) => [mark, square]))),
  };
}

/** The collapse of the last mark alone, which stands in one square from the first. */
function lastCollapse({ actions, replay }: Scribe): Collapse {
  const square = Number(actions.at(-1)?.[0]);
  const mark = replay.squares[square - 1] ?? "";
  return { cycle: [mark], stems: [], ways: [new Map([[mark, square]])] };
}

/** Who would measure the last mark, were there anything to measure. */
function lastChoosers({ rules }: Scribe, closing: string): string[] {
  if (rules === "coin") return [];
  const number = numberOf(closing);
  const next = number + (rules === "closer-chooses" ? 2 : 1);
  const chooser = next % 2 ? "X" : "O";
  return [`${chooser}${number}`, `${chooser}${next}`];
}

function checkChooser(scribe: Scribe, token: Token, names: readonly string[]): void {
  const [first, second] = names;
  if (first === undefined || second === undefined) scribe.refuse(token, "notation.goff.coin");
  if (!names.includes(token.text)) scribe.refuse(token, "notation.goff.chooser", { first, second });
}

function decides({ cycle }: Collapse, { name, square }: Event, way: ReadonlyMap<string, number>): boolean {
  return cycle.includes(name) && way.get(name) === square;
}

function checkEvent(
  scribe: Scribe,
  { cycle, stems, ways }: Collapse,
  { token, sign, name, square }: Event,
  way: ReadonlyMap<string, number> | undefined,
  before: readonly Event[],
): void {
  const [one] = ways;
  if (!one?.has(name)) scribe.refuse(token, "notation.goff.marks", { marks: [...(one?.keys() ?? [])].join(" ") });
  if (sign === "@" && stems.includes(name)) scribe.refuse(token, "notation.goff.stem", { cycle: cycle.join(" ") });
  if (before.some((each) => each.sign === sign && each.name === name)) scribe.refuse(token, "notation.goff.twice");
  if (!way && cycle.includes(name)) {
    const [a = 0, b = a] = ways.map((each) => each.get(name) ?? 0).sort();
    scribe.refuse(token, a === b ? "notation.goff.one" : "notation.goff.only", { mark: name, a, b });
  }
  const due = (way ?? one).get(name) ?? 0;
  if (square !== due) scribe.refuse(token, "notation.goff.settles", { mark: name, square: due });
}

function eventOf(piece: Piece): Event {
  const token = piece.at("event");
  return { token, sign: piece.of("sign"), name: piece.of("who"), square: Number(piece.of("square")) };
}

/** The pieces, each found when it is asked for: what is wrong earlier in the game is told first. */
function* piecesOf(text: string): Generator<Piece, undefined> {
  const end = text.trimEnd().length;
  for (let index = 0; index < end; ) {
    PIECE.lastIndex = index;
    const match = PIECE.exec(text);
    if (!match) {
      index += text.slice(index).search(/\S/);
      const word = /^[^\s;]+/.exec(text.slice(index))?.[0] ?? text.charAt(index);
      refuse(text, { text: word, index }, "notation.goff.shapes");
    }
    index = PIECE.lastIndex;
    const { groups = {}, indices } = match;
    const kind = KINDS.find((each) => groups[each] !== undefined) ?? "end";
    const of = (part: string): string => groups[part] ?? "";
    const at = (part: string): Token => ({ text: of(part), index: indices?.groups?.[part]?.[0] ?? index });
    if (kind === "half") refuse(text, { ...at("half"), text: of("half").trimEnd() }, "notation.goff.half");
    yield { kind, of, at };
  }
}
