/** What a person sets for this device. */

import { device } from "./storage";

export const CONFIRM = ["automatic", "always", "never"] as const;

/** Whether a finished move waits for a button: automatic asks on touch screens only. */
export type Confirm = (typeof CONFIRM)[number];

export function loadConfirm(): Confirm {
  const saved = device.get("confirm");
  return CONFIRM.find((each) => each === saved) ?? "automatic";
}

export function saveConfirm(confirm: Confirm): void {
  device.set("confirm", confirm);
}

/** Decide for one touch, by the kind of pointer that made it. */
export function mustConfirm(confirm: Confirm, pointer: string): boolean {
  if (confirm === "automatic") return pointer === "touch" || pointer === "pen";
  return confirm === "always";
}
