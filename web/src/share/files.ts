/** Files that the page makes itself and hands to the browser to keep. */

/** Let the browser save a file. */
export function save(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has begun to read it by the next turn of the loop, or a little later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function svgFile(text: string): Blob {
  return new Blob([text], { type: "image/svg+xml" });
}

/** An address under which an image element shows an SVG. */
export function svgAddress(text: string): string {
  return `data:image/svg+xml,${encodeURIComponent(text)}`;
}

/** Turn an SVG into pixels; throws when the browser cannot. */
export async function pngFile(text: string, width: number): Promise<Blob> {
  const image = new Image(width, width);
  image.src = svgAddress(text);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = width;
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, width);
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!file) throw new Error("the canvas gave no file");
  return file;
}
