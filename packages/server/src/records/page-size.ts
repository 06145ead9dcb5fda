import type { Given } from "./text.ts";

/** Number of records in a page: `initial` by default, from 1 to `most`. */
export function readPageSize(
  size: Given<number>,
  { initial, most }: { readonly initial: number; readonly most: number },
): number {
  return Math.min(Math.max(size ?? initial, 1), most);
}
