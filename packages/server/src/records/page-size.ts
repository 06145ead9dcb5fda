import type { Given } from "./text.ts";

/** Returns the number of records of a page: `initial` by default, limited to 1 to `most`. */
export function readPageSize(
  size: Given<number>,
  { initial, most }: { readonly initial: number; readonly most: number },
): number {
  return Math.min(Math.max(size ?? initial, 1), most);
}
