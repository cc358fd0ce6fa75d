/** The digits and letters of pictures as strokes, in a box 6 wide and 10 high, so that no font is needed. */

const SIGNS: Readonly<Record<string, string>> = {
  1: "M1.2 2.4 3.5.6V9.4",
  2: "M.9 2.9C.9 1.5 1.8.6 3 .6S5.1 1.5 5.1 2.8C5.1 4.7.9 7.2.9 9.4H5.3",
  3: "M.8 2C1.2 1.1 2 .6 3 .6S5 1.4 5 2.6 4.2 4.7 2.8 4.7C4.3 4.7 5.3 5.6 5.3 7S4.3 9.4 3 9.4 1 8.9.7 8",
  4: "M4.2 9.4V.6L.6 6.7H5.6",
  5: "M4.9.6H1.4L1.1 4.5C1.6 4.1 2.3 3.8 3 3.8 4.4 3.8 5.3 4.9 5.3 6.5S4.3 9.4 2.9 9.4C1.9 9.4 1.1 8.9.7 8.1",
  6: "M4.5.7C2.3 1.5.8 3.8.8 6.4.8 8.3 1.7 9.4 3.1 9.4S5.3 8.3 5.3 6.6 4.4 3.9 3.1 3.9.8 5 .8 6.6",
  7: "M.7.6H5.4L2.3 9.4",
  8: "M3 4.6C2 4.6 1 3.8 1 2.6S2 .6 3 .6 5 1.4 5 2.6 4 4.6 3 4.6.7 5.6.7 7 1.7 9.4 3 9.4 5.3 8.4 5.3 7 4 4.6 3 4.6",
  9: "M1.5 9.3C3.7 8.5 5.2 6.2 5.2 3.6 5.2 1.7 4.3.6 2.9.6S.7 1.7.7 3.4 1.6 6.1 2.9 6.1 5.2 5 5.2 3.4",
  A: "M.5 9.4 3 .6 5.5 9.4M1.5 6.4H4.5",
  B: "M.9 4.8V.6H2.9C4.1.6 4.9 1.4 4.9 2.7S4.1 4.8 2.9 4.8H.9V9.4H3.1C4.5 9.4 5.3 8.5 5.3 7.1S4.5 4.8 3.1 4.8",
  C: "M5.4 7.4C5 8.7 4.2 9.4 3.1 9.4 1.6 9.4.6 7.8.6 5S1.6.6 3.1.6C4.2.6 5 1.3 5.4 2.6",
};

/** The attributes of a path that writes a sign with its top left corner at a place. */
export function sign(letter: string, x: number, y: number, height: number): string {
  return `transform="translate(${x} ${y}) scale(${height / 10})" d="${SIGNS[letter] ?? ""}"`;
}
