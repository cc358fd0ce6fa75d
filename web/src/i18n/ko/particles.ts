/** Korean particles, which follow the last sound of the word before them. Values are marks and numbers as a rule. */

import type { Inflect } from "..";

/** What comes last when a letter or digit is read aloud: a vowel, ㄹ, or another consonant. */
type Sound = "vowel" | "rieul" | "consonant";

// 일 이 삼 사 오 육 칠 팔 구, and 영 for 0; ½ is 이분의 일. Of the letters' names some end in a consonant: 엘 엠 엔 알.
const RIEUL = "178lr½";
const CONSONANT = "036mn";

const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
/** Each syllable block has 28 endings; the first is none, the ninth is ㄹ. */
const ENDINGS = 28;
const RIEUL_ENDING = 8;

function lastSound(word: string): Sound {
  // Closing marks are silent.
  const last = word.replace(/[^\p{L}\p{N}]+$/u, "").slice(-1).toLowerCase();
  const code = last.charCodeAt(0);
  if (code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE) {
    const ending = (code - FIRST_SYLLABLE) % ENDINGS;
    return ending === 0 ? "vowel" : ending === RIEUL_ENDING ? "rieul" : "consonant";
  }
  if (last !== "" && RIEUL.includes(last)) return "rieul";
  return last !== "" && CONSONANT.includes(last) ? "consonant" : "vowel";
}

/** Return the word with its particle; `form` names both, the one after a consonant first: `이/가`, `으로/로`. */
export const inflect: Inflect = (word, form) => {
  const [afterConsonant = "", afterVowel = ""] = form.split("/");
  const sound = lastSound(word);
  const open = sound === "vowel" || (sound === "rieul" && afterConsonant.startsWith("으로"));
  return word + (open ? afterVowel : afterConsonant);
};
