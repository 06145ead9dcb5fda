import type { Given } from "./text.ts";

export function readPageSize(
  size: Given<number>,
  { initial, most }: { readonly initial: number; readonly most: number },
): number {
  return Math.min(Math.max(size ?? initial, 1), most);
}
