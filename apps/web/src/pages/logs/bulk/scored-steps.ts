import { matchingPages } from "../export/export-records.ts";
import type { BulkTarget } from "./bulk-target.ts";

export interface ScoredSteps {
  /** Ids of the scored steps, in the order of the scores. */
  readonly ids: ReadonlySet<string>;
  /** Number of scores that do not belong to a step, but to a thread or an experiment item. */
  readonly otherCount: number;
}

/** Finds the steps to which scores belong, and stops at `limit` steps. */
export async function findScoredSteps(
  { request, ids }: BulkTarget,
  { signal, limit = Infinity }: { readonly signal: AbortSignal; readonly limit?: number },
): Promise<ScoredSteps> {
  const found = new Set<string>();
  let otherCount = 0;
  for await (const scores of matchingPages(request, { ids, signal })) {
    for (const { stepId } of scores) {
      if (stepId === null) otherCount += 1;
      else found.add(stepId);
    }
    if (found.size >= limit) break;
  }
  return { ids: found, otherCount };
}
