/** Movement on the board: small, and none at all for those who asked for less. */

/** Whether this person asked for less motion. */
export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Let a new element come in from a first frame to where it stands. */
export function enter(node: Element, from: Keyframe, milliseconds: number): void {
  if (!calm()) node.animate([from, {}], { duration: milliseconds, easing: "cubic-bezier(0.2, 0.9, 0.3, 1.1)" });
}
