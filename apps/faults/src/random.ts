/**
 * Returns a generator of random numbers from 0 to 1. The same seed results in the same numbers, so that a failed run
 * can be repeated (mulberry32).
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns number `n` of a sequence from 0 to 1. However many numbers are taken from its start, they are spread evenly
 * over this range. Tests use it to choose moments for kills.
 */
export function spread(n: number): number {
  return (0.5 + n * ((Math.sqrt(5) - 1) / 2)) % 1;
}
