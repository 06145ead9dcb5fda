import type { ValueCount } from "./calibrate-judge.ts";
import { createRandom } from "./random.ts";

const draws = 4999;

/**
 * Two-sided p-value of the difference between the averages of two groups, under the hypothesis that each value could be
 * in either group. It holds for few values and for any distribution. Exact if there are at most two different values:
 * Fisher's exact test (1935), which adds the probabilities of all results that are at most as probable as the observed
 * one. Also exact if the values can be divided into two groups in at most 4,999 ways. Otherwise, it is estimated from
 * 4,999 random divisions (Phipson and Smyth 2010), in time proportional to the size of the smaller group.
 */
export function permutationTest(one: readonly ValueCount[], other: readonly ValueCount[], seed: number = 1): number {
  const values = [...new Set([...one, ...other].map(({ value }) => value))].toSorted((a, b) => a - b);
  const [low, high] = values;
  if (low === undefined || high === undefined) return 1;
  if (values.length === 2) return fishersTest(countsOf(one, low, high), countsOf(other, low, high));
  const [few, many] = sizeOf(one) <= sizeOf(other) ? [one, other] : [other, one];
  return waysToDivide(sizeOf(few), sizeOf(many)) <= draws ? enumerated(few, many) : sampled(few, many, seed);
}

/** Smallest p-value that {@link permutationTest} can return for groups of these sizes, whatever the values are. */
export function smallestPValue(one: number, other: number): number {
  return Math.max((one === other ? 2 : 1) / waysToDivide(one, other), 1 / (draws + 1));
}

/** Number of divisions into groups of these sizes; if there are more than 4,999, some number above. */
function waysToDivide(one: number, other: number): number {
  let ways = 1;
  for (let index = 1; index <= Math.min(one, other) && ways <= draws; index += 1) {
    ways *= (one + other - index + 1) / index;
  }
  return ways;
}

export function countOf(values: readonly ValueCount[]): number {
  return values.reduce((sum, { count }) => sum + count, 0);
}

type Counts = readonly [low: number, high: number];

function countsOf(group: readonly ValueCount[], low: number, high: number): Counts {
  const sizeAt = (value: number): number => sizeOf(group.filter((each) => each.value === value));
  return [sizeAt(low), sizeAt(high)];
}

/** Counts are rounded, because the counts of a rate are computed from its share. */
function sizeOf(group: readonly ValueCount[]): number {
  return Math.round(countOf(group));
}

function fishersTest([low, high]: Counts, [otherLow, otherHigh]: Counts): number {
  const [size, otherSize, highs] = [low + high, otherLow + otherHigh, high + otherHigh];
  const [least, most] = [Math.max(0, highs - otherSize), Math.min(size, highs)];
  // Logarithms of the probabilities of each number of high values in the group, relative to that of the least.
  const logarithms = [0];
  for (let number = least; number < most; number += 1) {
    const ratio = ((highs - number) * (size - number)) / ((number + 1) * (otherSize - highs + number + 1));
    logarithms.push((logarithms.at(-1) ?? 0) + Math.log(ratio));
  }
  const largest = logarithms.reduce((a, b) => Math.max(a, b));
  const weights = logarithms.map((logarithm) => Math.exp(logarithm - largest));
  const observed = (weights[high - least] ?? 0) * (1 + 1e-7);
  return weights.filter((weight) => weight <= observed).reduce(add) / weights.reduce(add);
}

function add(sum: number, value: number): number {
  return sum + value;
}

function enumerated(few: readonly ValueCount[], many: readonly ValueCount[]): number {
  const values = [...few, ...many].flatMap(({ value, count }) =>
    Array.from({ length: Math.round(count) }, () => value),
  );
  const size = sizeOf(few);
  // The average of the group determines the difference between the groups.
  const center = (size * values.reduce(add)) / values.length;
  const spread = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const observed = Math.abs(sumOf(few) - center) - spread * 1e-9;
  let [extreme, all] = [0, 0];
  const choose = (from: number, missing: number, sum: number): void => {
    if (missing === 0) {
      all += 1;
      if (Math.abs(sum - center) >= observed) extreme += 1;
      return;
    }
    for (let index = from; index <= values.length - missing; index += 1) {
      choose(index + 1, missing - 1, sum + (values[index] ?? 0));
    }
  };
  choose(0, size, 0);
  return extreme / all;
}

function sampled(few: readonly ValueCount[], many: readonly ValueCount[], seed: number): number {
  const random = createRandom(seed);
  const pool = [...few, ...many].map(({ value, count }) => ({ value, count: Math.round(count) }));
  const ends: number[] = [];
  for (const { count } of pool) ends.push((ends.at(-1) ?? 0) + count);
  const total = ends.at(-1) ?? 0;
  const size = sizeOf(few);
  const sum = sumOf(pool);
  const difference = (drawn: number): number => Math.abs(drawn / size - (sum - drawn) / (total - size));
  const spread = pool.reduce((largest, { value }) => Math.max(largest, Math.abs(value)), 0);
  const observed = difference(sumOf(few)) - spread * 1e-9;
  let extreme = 1;
  for (let draw = 0; draw < draws; draw += 1) {
    const taken = new Set<number>();
    let drawn = 0;
    while (taken.size < size) {
      const place = random.below(total);
      if (taken.has(place)) continue;
      taken.add(place);
      drawn += pool[indexOf(ends, place)]?.value ?? 0;
    }
    if (difference(drawn) >= observed) extreme += 1;
  }
  return extreme / (draws + 1);
}

function sumOf(group: readonly ValueCount[]): number {
  return group.reduce((sum, { value, count }) => sum + value * count, 0);
}

/** Returns the index of the first end above `place`. */
function indexOf(ends: readonly number[], place: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
