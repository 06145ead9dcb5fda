import { createHash } from "node:crypto";
import type { SplitShare } from "../datasets.ts";

/**
 * Divides ids among splits. `shares` contains the share of the ids that each split gets. The ids are sorted by a hash
 * of the seed and the id, so that the same seed gives the same assignment, regardless of the order of the ids.
 */
export function assignSplits(
  ids: readonly string[],
  shares: readonly SplitShare[],
  seed: string,
): ReadonlyMap<string, string> {
  const hashed = ids.map((id) => ({ id, hash: createHash("sha256").update(`${seed}\0${id}`).digest("hex") }));
  const shuffled = hashed.toSorted((one, other) => (one.hash < other.hash ? -1 : 1)).map(({ id }) => id);
  const assigned = new Map<string, string>();
  let start = 0;
  let total = 0;
  for (const { name, share } of shares) {
    total += share;
    const end = Math.min(Math.round(total * ids.length), ids.length);
    for (const id of shuffled.slice(start, end)) assigned.set(id, name);
    start = end;
  }
  return assigned;
}
