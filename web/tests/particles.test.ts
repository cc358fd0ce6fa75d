import { describe, expect, it } from "vitest";

import { inflect } from "../src/i18n/ko/particles";

describe("Korean particles", () => {
  it.each([
    ["X", "가", "를", "는", "로"],
    ["O", "가", "를", "는", "로"],
    ["X1", "이", "을", "은", "로"],
    ["O2", "가", "를", "는", "로"],
    ["X3", "이", "을", "은", "으로"],
    ["O4", "가", "를", "는", "로"],
    ["X5", "가", "를", "는", "로"],
    ["O6", "이", "을", "은", "으로"],
    ["X7", "이", "을", "은", "로"],
    ["O8", "이", "을", "은", "로"],
    ["X9", "가", "를", "는", "로"],
    ["10", "이", "을", "은", "으로"],
    ["½", "이", "을", "은", "로"],
    ["1½", "이", "을", "은", "로"],
    ["동전", "이", "을", "은", "으로"],
    ["두 칸", "이", "을", "은", "으로"],
    ["1분", "이", "을", "은", "으로"],
    ["서울", "이", "을", "은", "로"],
    ["상대", "가", "를", "는", "로"],
    ["X3 (순환)", "이", "을", "은", "으로"],
    ["‘12.1’", "이", "을", "은", "로"],
    ["URL", "이", "을", "은", "로"],
  ])("follow the last sound of %s", (word, subject, object, topic, way) => {
    expect(inflect(word, "이/가")).toBe(word + subject);
    expect(inflect(word, "을/를")).toBe(word + object);
    expect(inflect(word, "은/는")).toBe(word + topic);
    expect(inflect(word, "으로/로")).toBe(word + way);
  });

  it("follow a word without any sound as if it ended in a vowel", () => {
    expect(inflect("", "이/가")).toBe("가");
  });
});
