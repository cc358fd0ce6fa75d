/** QR codes as a drawing, made on this device: the secret in a link is told to nobody. */

import { correction, generate } from "lean-qr/nano";

/** A square drawing in modules: its width without a margin, and its dark modules as an SVG path. */
export interface Drawing {
  size: number;
  path: string;
}

/** Draw a text; each run of dark modules in a row is one bar. */
export function drawQr(text: string): Drawing {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const bars: string[] = [];
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      let width = 0;
      while (code.get(x + width, y)) width += 1;
      if (width) bars.push(`M${x} ${y}h${width}v1h-${width}z`);
      x += width;
    }
  }
  return { size: code.size, path: bars.join("") };
}
