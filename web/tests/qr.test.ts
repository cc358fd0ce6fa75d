import { expect, it } from "vitest";

import { drawQr } from "../src/view/qr";

const LINK = "https://example.org/g/AAAAAAAAAAAAAAAAAAAAAA#seat=abcdefghijklmnopqrstuvwxyz012345";

it("draws the dark modules of each row as bars, the three finders in their corners", () => {
  const { size, path } = drawQr(LINK);
  expect(size % 4).toBe(1);
  const bars = new Set(path.split("z"));
  expect(bars).toContain("M0 0h7v1h-7");
  expect(bars).toContain(`M${size - 7} 0h7v1h-7`);
  expect(bars).toContain(`M0 ${size - 1}h7v1h-7`);
});

it("draws another link otherwise", () => {
  expect(drawQr(`${LINK}6`).path).not.toBe(drawQr(LINK).path);
});
