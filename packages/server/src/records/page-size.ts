import type { Given } from "./text.ts";

/** Returns the requested `size`, limited to the range from 1 to `most`. If it is absent, returns `initial`. */
export function readPageSize(
  size: Given<number>,
  { initial, most }: { readonly initial: number; readonly most: number },
): number {
  return Math.min(Math.max(size ?? initial, 1), most);
}
