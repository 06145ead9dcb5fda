import type { Given } from "./text.ts";

/** The number of records that a list returns: `initial` when absent, at least 1, and at most `most`. */
export function readPageSize(
  size: Given<number>,
  { initial, most }: { readonly initial: number; readonly most: number },
): number {
  return Math.min(Math.max(size ?? initial, 1), most);
}
