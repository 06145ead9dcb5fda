import type { ValueCount } from "@threadline/evaluation/statistics";
import type { RecordStatisticsQuery } from "../../generated/analytics.ts";
import type { Period } from "./dashboard-search.ts";
import { rateValues } from "./judge-change.ts";

export type Sides = readonly [before: Period, after: Period];

/** Values of the two periods. A value is undefined while it loads. */
export type Pair<Value> = readonly [before: Value | undefined, after: Value | undefined];

export type Statistics = RecordStatisticsQuery["statistics"];

/** Values of a figure in two periods; null if they are unknown. */
export type ValuePair = Pair<readonly ValueCount[] | null>;

export function pairOf<Value>([before, after]: readonly (Value | undefined)[]): Pair<Value> {
  return [before, after];
}

export function ofEach<From, Value>([before, after]: Pair<From>, valueOf: (value: From) => Value): Pair<Value> {
  return [before && valueOf(before), after && valueOf(after)];
}

/**
 * Returns the values of a rate. If the statistics are estimated from a sample, only the records of the sample count.
 */
export function shareOf(part: number, { recordCount, sampledCount }: Statistics): readonly ValueCount[] {
  return rateValues(recordCount === 0 ? 0 : Math.min(part / recordCount, 1), Math.min(recordCount, sampledCount));
}
