import { createRandom } from "./random.ts";

/**
 * Maximum number of differences for an exact p-value. The exact computation tests every combination of signs; 15
 * differences have 32,768 combinations.
 */
const maxEnumerated = 15;
const flips = 4999;

/**
 * Two-sided p-value of paired differences, under the hypothesis that each sign is random (Fisher 1935). Differences of
 * 0 are ignored. The p-value is exact if all differences have the same size (McNemar's exact test), and for up to 15
 * differences. Otherwise, it is estimated from 4,999 random assignments of signs (Phipson and Smyth 2010).
 */
export function signFlipTest(differences: readonly number[], seed: number = 1): number {
  const sizes = differences.filter((difference) => difference !== 0);
  if (sizes.length === 0) return 1;
  const largest = Math.max(...sizes.map(Math.abs));
  const tolerance = largest * 1e-9;
  if (sizes.every((size) => Math.abs(largest - Math.abs(size)) <= tolerance)) {
    return binomialTest(sizes.filter((size) => size > 0).length, sizes.length);
  }
  const observed = Math.abs(sizes.reduce((sum, size) => sum + size, 0)) - tolerance;
  return sizes.length <= maxEnumerated ? enumerated(sizes, observed) : sampled(sizes, observed, seed);
}

/** Two-sided p-value of `heads` in `count` tosses of a fair coin. */
export function binomialTest(heads: number, count: number): number {
  const fewer = Math.min(heads, count - heads);
  // Computed in logarithms, because 2^-count is 0 for many tosses.
  let logarithm = 0;
  let probability = 2 ** -count;
  for (let index = 1; index <= fewer; index += 1) {
    logarithm += Math.log((count - index + 1) / index);
    probability += Math.exp(logarithm - count * Math.LN2);
  }
  return Math.min(1, 2 * probability);
}

function enumerated(sizes: readonly number[], observed: number): number {
  const total = 2 ** sizes.length;
  let extreme = 0;
  for (let signs = 0; signs < total; signs += 1) {
    let sum = 0;
    for (const [index, size] of sizes.entries()) sum += (signs >>> index) & 1 ? size : -size;
    if (Math.abs(sum) >= observed) extreme += 1;
  }
  return extreme / total;
}

function sampled(sizes: readonly number[], observed: number, seed: number): number {
  const random = createRandom(seed);
  let extreme = 1;
  for (let flip = 0; flip < flips; flip += 1) {
    let sum = 0;
    let signs = 0;
    for (let index = 0; index < sizes.length; index += 1) {
      if (index % 32 === 0) signs = random.bits();
      sum += (signs >>> (index % 32)) & 1 ? (sizes[index] ?? 0) : -(sizes[index] ?? 0);
    }
    if (Math.abs(sum) >= observed) extreme += 1;
  }
  return extreme / (flips + 1);
}
