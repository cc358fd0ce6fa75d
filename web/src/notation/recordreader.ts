/** Reads records: one from a text, or as many as there are. */

import type { Kernel, Replay, RulesName } from "../kernel/kernel";
import { RULE_NAMES } from "../kernel/types";
import type { Key, Values } from "../i18n";
import {
  DEEPEST,
  inOrder,
  plain,
  resultOf,
  RESULTS,
  rounded,
  UNFINISHED,
  type GameRecord,
  type RecordLine,
  type RecordStep,
} from "./record";
import { refuse, Scribe, type Reason, type Token } from "./scribe";
import { actionAt } from "./text";

const TOKEN =
  /\s*(?:(?<tag>\[\s*(?<name>[A-Za-z][A-Za-z0-9_]*)\s*"(?<value>(?:[^"\\]|\\["\\])*)"\s*\])|(?<comment>\{[^}]*\})|(?<open>\()|(?<close>\))|(?<word>[^\s(){}[\]]+))/dy;
const KINDS = ["tag", "comment", "open", "close", "word"] as const;
/** What ends a line for other readers of records. */
const LINE_BREAKS = [..."\n\r\v\f\u001c\u001d\u001e\u0085\u2028\u2029"];

type Kind = (typeof KINDS)[number] | "result" | "evaluation" | "finish";

interface Piece {
  kind: Kind;
  token: Token;
  /** A tag's name, its value, and where the value stands. */
  name?: string;
  value?: string;
  raw?: Token;
}

/** Read one record; `rules` count when it has no Rules tag. Throws NotationError at the first wrong token. */
export function readRecord(kernel: Kernel, text: string, rules: RulesName): GameRecord {
  const reader = new Reader(kernel, text, rules);
  if (reader.at("finish")) reader.refuse("notation.record.empty");
  const record = reader.record();
  if (!reader.at("finish")) reader.refuse("notation.record.ended");
  return record;
}

/** Read any number of records, each ended by its result or by the tags of the next. */
export function readRecords(kernel: Kernel, text: string, rules: RulesName): GameRecord[] {
  const reader = new Reader(kernel, text, rules);
  const records: GameRecord[] = [];
  while (!reader.at("finish")) records.push(reader.record());
  return records;
}

class Reader {
  private readonly pieces: Generator<Piece>;
  private readonly finish: Piece;
  private ahead: Piece;

  constructor(
    private readonly kernel: Kernel,
    private readonly text: string,
    private readonly rules: RulesName,
  ) {
    this.pieces = piecesOf(text);
    this.finish = { kind: "finish", token: { text: "", index: text.length } };
    this.ahead = this.next();
  }

  at(kind: Kind): boolean {
    return this.ahead.kind === kind;
  }

  refuse(key: Key, token = this.ahead.token, values: Values = {}): never {
    refuse(this.text, token, key, values);
  }

  record(): GameRecord {
    const tags = new Map<string, string>([["Rules", this.rules]]);
    const results: Token[] = [];
    const seen = new Set<string>();
    while (this.at("tag")) {
      const { token, name = "", value = "", raw = token } = this.take();
      if (seen.has(name)) this.refuse("notation.record.twice", token, { name });
      seen.add(name);
      const fault = tagFault(name, value);
      if (fault) this.refuse(fault.key, raw, fault.values);
      tags.set(name, value);
      if (name === "Result") results.push(raw);
    }
    const rules = RULE_NAMES.find((each) => each === tags.get("Rules")) ?? this.rules;
    const comment = this.comments();
    const { line, end } = this.line(rules, this.kernel.start(rules), 0);
    if (this.at("result")) results.push(this.take().token);
    else if (this.at("close")) this.refuse("notation.record.close");
    else if (!this.at("tag") && !this.at("finish")) this.refuse("notation.record.about");
    for (const token of results) {
      const fault = resultFault(token.text, end, tags);
      if (fault) this.refuse(fault.key, token, fault.values);
      if (token.text !== results[0]?.text) this.refuse("notation.record.tag-says", token, { due: results[0]?.text ?? "" });
    }
    tags.set("Result", results[0]?.text ?? resultOf(end));
    return { rules, tags: inOrder([...tags]), comment, line };
  }

  private line(rules: RulesName, start: Replay, depth: number): { line: RecordLine; end: Replay } {
    const line: RecordStep[] = [];
    const scribe = new Scribe(this.kernel, this.text, rules, start);
    while (this.at("word")) line.push(this.step(scribe, depth));
    return { line, end: scribe.replay };
  }

  private step(scribe: Scribe, depth: number): RecordStep {
    const before = scribe.replay;
    let { token } = this.take();
    const number = /^([0-9]{1,3})\.+/.exec(token.text);
    if (number) {
      this.checkNumber({ text: number[0], index: token.index }, Number(number[1]), before);
      const rest = token.text.slice(number[0].length);
      if (!rest && !this.at("word")) this.refuse("notation.record.follows");
      token = rest ? { text: rest, index: token.index + number[0].length } : this.take().token;
    }
    scribe.play(actionAt(scribe, token), token);
    const comments: string[] = [];
    const branches: RecordLine[] = [];
    let evaluation: number | null = null;
    for (;;) {
      if (this.at("comment")) comments.push(this.comments());
      else if (this.at("evaluation")) {
        if (evaluation !== null) this.refuse("notation.record.one-evaluation");
        evaluation = this.evaluation();
      } else if (this.at("open")) branches.push(this.branch(scribe.rules, before, depth + 1));
      else return { action: scribe.actions.at(-1) ?? "", comment: plain(comments.join(" ")), evaluation, branches };
    }
  }

  private checkNumber(token: Token, number: number, before: Replay): void {
    if (before.phase === "measure") this.refuse("notation.record.unnumbered", token);
    const due = before.spooky.length + before.squares.filter(Boolean).length + 1;
    if (number !== due) this.refuse("notation.record.number", token, { number: due });
  }

  private comments(): string {
    const texts: string[] = [];
    while (this.at("comment")) texts.push(this.take().token.text.slice(1, -1));
    return plain(texts.join(" "));
  }

  private evaluation(): number {
    const { text } = this.ahead.token;
    const value = /^=[+-]?[0-9]+(?:\.[0-9]+)?$/.test(text) ? Number(text.slice(1)) : Number.NaN;
    if (!(value >= -2 && value <= 2)) this.refuse("notation.record.evaluation");
    this.take();
    return rounded(value);
  }

  private branch(rules: RulesName, before: Replay, depth: number): RecordLine {
    if (depth > DEEPEST) this.refuse("notation.record.deep", this.ahead.token, { count: DEEPEST });
    this.take();
    const { line } = this.line(rules, before, depth);
    if (line.length === 0) this.refuse("notation.record.branch");
    if (!this.at("close")) this.refuse("notation.record.unclosed");
    this.take();
    return line;
  }

  private take(): Piece {
    const piece = this.ahead;
    this.ahead = this.next();
    return piece;
  }

  private next(): Piece {
    const { value } = this.pieces.next() as IteratorResult<Piece, undefined>;
    return value ?? this.finish;
  }
}

function tagFault(name: string, value: string): Reason | null {
  if (LINE_BREAKS.some((sign) => value.includes(sign))) return { key: "notation.record.line-break", values: {} };
  if (name === "Rules" && !RULE_NAMES.some((each) => each === value))
    return { key: "notation.record.rules", values: { names: RULE_NAMES.join(", ") } };
  if (name === "Date" && !isDate(value)) return { key: "notation.record.date", values: {} };
  if (name === "Result" && !RESULTS.some((each) => each === value))
    return { key: "notation.record.results", values: { names: RESULTS.join(", ") } };
  return null;
}

function isDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) || text.startsWith("0000")) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function resultFault(result: string, end: Replay, tags: ReadonlyMap<string, string>): Reason | null {
  const due = resultOf(end);
  if (result === due || (due === UNFINISHED && tags.get("Termination"))) return null;
  if (due === UNFINISHED) return { key: "notation.record.unfinished", values: {} };
  return { key: "notation.record.ends", values: { due } };
}

function* piecesOf(text: string): Generator<Piece, undefined> {
  const end = text.trimEnd().length;
  for (let index = 0; index < end; ) {
    TOKEN.lastIndex = index;
    const match = TOKEN.exec(text);
    if (!match) refuseRest(text, index);
    index = TOKEN.lastIndex;
    const { groups = {}, indices } = match;
    const kind = KINDS.find((each) => groups[each] !== undefined) ?? "word";
    const at = (part: string): Token => ({ text: groups[part] ?? "", index: indices?.groups?.[part]?.[0] ?? 0 });
    const token = at(kind);
    if (kind === "tag") {
      const value = at("value");
      const raw = value.text ? value : { text: '""', index: value.index - 1 };
      yield { kind, token, name: groups["name"] ?? "", value: value.text.replace(/\\(.)/gs, "$1"), raw };
    } else if (kind === "word" && RESULTS.some((result) => result === token.text)) yield { kind: "result", token };
    else if (kind === "word" && token.text.startsWith("=")) yield { kind: "evaluation", token };
    else yield { kind, token };
  }
}

/** Say why no token begins here. */
function refuseRest(text: string, place: number): never {
  const index = place + text.slice(place).search(/\S/);
  const rest = text.slice(index);
  const sign = rest.charAt(0);
  const reasons: Readonly<Record<string, Key>> = {
    "{": "notation.comment",
    "}": "notation.record.brace",
    "[": "notation.record.tag",
  };
  const shown = sign === "{" ? rest : "}]".includes(sign) ? sign : (rest.split(/[\r\n]/)[0] ?? "");
  refuse(text, { text: shown, index }, reasons[sign] ?? "notation.record.bracket");
}
