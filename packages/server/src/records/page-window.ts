import { badInput } from "./errors.ts";
import { recordLimits } from "./limits.ts";
import { readPageSize } from "./page-size.ts";
import type { Given } from "./text.ts";

/** Maximum page size of a list that belongs to one record, such as the items of a dataset. */
const windowSize = 1_000;
const defaultWindowSize = 100;

export interface PageWindow {
  readonly first: number;
  readonly skip: number;
}

/** Reads a page from `first` and `skip`. `first` is limited to the allowed page sizes. */
export function readPageWindow({ first, skip }: { first?: Given<number>; skip?: Given<number> }): PageWindow {
  if (skip != null && skip < 0) throw badInput("skip", "must not be negative", 0);
  const limit = recordLimits.skip;
  if (skip != null && skip > limit) throw badInput("skip", `must be at most ${limit}`, limit);
  return { first: readPageSize(first, { initial: defaultWindowSize, most: windowSize }), skip: skip ?? 0 };
}
