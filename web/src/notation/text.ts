/** Game text, `1-9 1-5 5-9 @5 2-3`: move numbers, mark names, commas and {comments} are ignored. */

import type { Kernel, Replay, RulesName } from "../kernel/kernel";
import type { Timeline } from "../game/timeline";
import { refuse, Scribe, type Token } from "./scribe";

const ACTION = /^(?:[1-9a-p][-–][1-9a-p]|@[1-9a-p])$/;
const IGNORED = /^(?:\d{1,2}\.+|[XxOo]\d{0,2}:|[XxOo]\d{0,2}$)/;

/** Read a game, from the empty board unless told; throws NotationError at the first token that is wrong. */
export function readGame(kernel: Kernel, text: string, rules: RulesName, start?: Replay): Timeline {
  const scribe = new Scribe(kernel, text, rules, start);
  for (const token of actionTokens(text)) scribe.play(actionAt(scribe, token), token);
  return scribe.timeline();
}

/** The action at a token, for whichever reader is at work. */
export function actionAt(scribe: Scribe, token: Token): string {
  if (!ACTION.test(token.text)) scribe.refuse(token, "notation.action");
  if (/[a-p]/.test(token.text)) scribe.refuse(token, "notation.squares");
  return token.text;
}

/** The words of a game text without what readers ignore. */
function* actionTokens(text: string): Generator<Token> {
  let index = 0;
  while (index < text.length) {
    const character = text[index] ?? "";
    if (/[\s,]/.test(character)) index += 1;
    else if (character === "{") {
      const end = text.indexOf("}", index);
      if (end < 0) refuse(text, { text: text.slice(index), index }, "notation.comment");
      index = end + 1;
    } else {
      let word = /^[^\s,{]+/.exec(text.slice(index))?.[0] ?? character;
      const after = index + word.length;
      for (let found; (found = IGNORED.exec(word)?.[0]); ) word = word.slice(found.length);
      if (word) yield { text: word, index: after - word.length };
      index = after;
    }
  }
}
