import { normalQuantile } from "./distributions.ts";
import { defaultConfidence, type Interval } from "./interval.ts";

/**
 * Interval of a rate: Wilson (1927), without correction for continuity.
 *
 * @param rate From 0 to 1.
 * @param count Number of independent observations. Above 0, but not necessarily whole.
 */
export function wilsonInterval(rate: number, count: number, confidence: number = defaultConfidence): Interval {
  const z = normalQuantile(0.5 + confidence / 2);
  const square = (z * z) / count;
  const center = (rate + square / 2) / (1 + square);
  const half = (z / (1 + square)) * Math.sqrt((rate * (1 - rate)) / count + square / (4 * count));
  return { lower: Math.max(0, center - half), upper: Math.min(1, center + half) };
}
