import { parentsFirst } from "./parents-first.ts";
import type { StepRecord } from "./steps.ts";

/** Steps that a store sorted by time, microseconds and insertion, with parents before their children. */
export function inOrder<Step extends StepRecord>(steps: readonly Step[]): Step[] {
  return [...parentsFirst(steps, ({ id, parentId, createdAt: time }) => ({ id, parentId, time }))];
}
