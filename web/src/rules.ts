/** Loads the rules, once. */

import { loadKernel, type Kernel } from "./kernel/kernel";
import address from "./kernel/kernel.wasm?url";

let loading: Promise<Kernel> | null = null;

/** Return the rules; a failed load is tried again by the next call. */
export function rules(): Promise<Kernel> {
  loading ??= loadKernel(fetch(address)).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}
