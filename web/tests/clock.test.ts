import { describe, expect, it } from "vitest";

import { daysControl, gameControl, left, readControl, span, untilChange, warning } from "../src/link/clock";
import { controlText, spanText } from "../src/link/words";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("a clock", () => {
  const clock = { control: "300+5", X: 200_000, O: 100_000, running: "O", since: 5_000 } as const;

  it("counts from the server's moment for the one who is to act, and stands for the other", () => {
    expect(left(clock, "O", 65_000)).toBe(40_000);
    expect(left(clock, "X", 65_000)).toBe(200_000);
  });

  it("never shows less than nothing, nor more than there was when the clocks disagree", () => {
    expect(left(clock, "O", 999_999)).toBe(0);
    expect(left(clock, "O", 1_000)).toBe(100_000);
  });
});

describe("the time left", () => {
  it.each([
    [0, "0.0"],
    [40, "0.0"],
    [9_940, "9.9"],
    [10_000, "0:10"],
    [59_001, "1:00"],
    [299_500, "5:00"],
    [HOUR - 500, "1:00:00"],
    [HOUR + 62 * SECOND, "1:01:02"],
    [DAY, "1 d 0 h"],
    [3 * DAY - 1, "2 d 23 h"],
  ])("of %i ms is written %s", (time, text) => {
    expect(spanText(span(time))).toBe(text);
  });

  it.each([[9_950], [10_000], [61_400], [HOUR + 300], [DAY + 20_000]])(
    "of %i ms is shown anew before it would be wrong",
    (time) => {
      const pause = untilChange(time);
      expect(pause).toBeGreaterThan(0);
      // Just before the alarm the text is still right, whether it has begun to change or not.
      const texts = new Set([time, time - pause / 2, time - pause + 1].map((each) => spanText(span(each))));
      expect(texts.size).toBeLessThanOrEqual(2);
      expect(pause).toBeLessThanOrEqual(MINUTE);
    },
  );
});

describe("a warning", () => {
  const game = readControl("300+5");

  it("is due at a minute, at half a minute and at ten seconds", () => {
    expect([MINUTE + 1, MINUTE, 31_000, 30_000, 10_000, 1].map((time) => warning(game, time))).toEqual([
      null,
      MINUTE,
      MINUTE,
      30_000,
      10_000,
      10_000,
    ]);
  });

  it("is not due for what the clock began with", () => {
    expect(warning(readControl("60+0"), MINUTE)).toBeNull();
    expect(warning(readControl("1d"), DAY)).toBeNull();
  });

  it("comes a day, six hours and an hour before the end of a slow move", () => {
    expect([2 * DAY, DAY, 6 * HOUR, HOUR].map((time) => warning(readControl("3d"), time))).toEqual([
      null,
      DAY,
      6 * HOUR,
      HOUR,
    ]);
  });
});

describe("a time control", () => {
  it("is read and written as the protocol has it", () => {
    expect(readControl(gameControl(300, 5))).toEqual({ kind: "game", seconds: 300, increment: 5 });
    expect(readControl(daysControl(3))).toEqual({ kind: "days", days: 3 });
  });

  it.each([
    [null, "No clock"],
    ["180+2", "3 minutes + 2 s a placement"],
    ["90+0", "1.5 minutes, nothing added"],
    ["10+1", "10 seconds + 1 s a placement"],
    ["1d", "1 day a move"],
    ["7d", "7 days a move"],
  ])("%s is told as %s", (control, text) => {
    expect(controlText(control)).toBe(text);
  });
});
