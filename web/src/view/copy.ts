/** Copying a text, and what the button then says. */

/** The key of the button's words: before, when it is done, and when the person has to do it. */
export type Copied = "copy" | "copy.done" | "copy.failed";

/** Copy a text; without permission or a secure origin, select the field that shows it instead. */
export async function copy(text: string, field: { select(): void } | undefined): Promise<Copied> {
  try {
    await navigator.clipboard.writeText(text);
    return "copy.done";
  } catch {
    field?.select();
    return "copy.failed";
  }
}
