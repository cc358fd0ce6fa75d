/** What somebody types: a move in any of its short forms, or a word that asks for something. Pure values. */

export type Word =
  | "board"
  | "last"
  | "turn"
  | "moves"
  | "legal"
  | "score"
  | "cycle"
  | "undo"
  | "help"
  | "square"
  | "group";

export type Command =
  /** Both squares of a pair; `mark` as it was named, so that it can be checked. */
  | { kind: "place"; a: number; b: number; mark: string | null }
  /** One square: a half while placing, or where the measured mark is to settle. */
  | { kind: "one"; square: number }
  /** Where the measured mark is to settle, and nothing else. */
  | { kind: "settle"; square: number }
  | { kind: "option"; letter: "A" | "B" }
  | { kind: "square"; square: number }
  | { kind: "group"; letter: "A" | "B" | "C" }
  | { kind: Exclude<Word, "square" | "group"> }
  | { kind: "wrong"; why: "unknown" | "squares" | "square" | "group" | "empty"; text: string };

/** The English words always work; `help` may be asked for by a sign too. */
const ENGLISH: Readonly<Record<Word, readonly string[]>> = {
  board: ["board"],
  last: ["last"],
  turn: ["turn"],
  moves: ["moves"],
  legal: ["legal"],
  score: ["score"],
  cycle: ["cycle"],
  undo: ["undo"],
  help: ["help", "?"],
  square: ["square"],
  group: ["group"],
};

export const WORDS = Object.keys(ENGLISH) as readonly Word[];

/** Read what was typed; `own` are the language's words, several of one meaning parted by spaces. */
export function readCommand(typed: string, own: Readonly<Record<Word, string>>): Command {
  // Full-width digits and letters of Asian keyboards become plain ones.
  const text = typed.normalize("NFKC").trim().replace(/\s+/g, " ");
  const lower = text.toLowerCase();
  if (text === "") return { kind: "wrong", why: "empty", text };
  return readMove(lower, text) ?? readWord(lower, text, own) ?? { kind: "wrong", why: "unknown", text };
}

function readMove(lower: string, text: string): Command | null {
  if (lower === "a" || lower === "b") return { kind: "option", letter: lower === "a" ? "A" : "B" };
  const settle = /^@ ?(\d+)$/.exec(lower);
  if (settle) return withSquare(settle[1], (square) => ({ kind: "settle", square }));
  const placed = /^(?:([xo]) ?(\d)(?!\d))?[:, +(]*(\d)[-,+/ ]*(\d)\)?$/.exec(lower);
  if (placed) {
    const [, letter, number, first, second] = placed;
    const [a, b] = [Number(first), Number(second)];
    if (a === 0 || b === 0) return { kind: "wrong", why: "squares", text };
    return { kind: "place", a, b, mark: letter ? `${letter.toUpperCase()}${String(number)}` : null };
  }
  if (/^\d+$/.test(lower)) return withSquare(lower, (square) => ({ kind: "one", square }));
  return null;
}

function withSquare(digits: string | undefined, make: (square: number) => Command): Command {
  const square = Number(digits);
  return square >= 1 && square <= 9 ? make(square) : { kind: "wrong", why: "square", text: digits ?? "" };
}

function readWord(lower: string, text: string, own: Readonly<Record<Word, string>>): Command | null {
  const [name = ""] = lower.split(" ");
  const rest = text.slice(name.length).trim();
  const word = WORDS.find((each) => ENGLISH[each].includes(name) || own[each].toLowerCase().split(" ").includes(name));
  if (!word) return null;
  if (word === "square") return withSquare(rest || text, (square) => ({ kind: "square", square }));
  if (word === "group") {
    const letter = (["A", "B", "C"] as const).find((each) => each === rest.toUpperCase());
    return letter ? { kind: "group", letter } : { kind: "wrong", why: "group", text: rest || text };
  }
  return rest ? null : { kind: word };
}
