/** Seeded random numbers, not for secrets: mulberry32 (Tommy Ettinger, 2017), with a period of 2^32. */
export interface Random {
  /** Whole number from 0 to 2^32 - 1. */
  bits(): number;
  /** Whole number from 0 to `limit` - 1. */
  below(limit: number): number;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const bits = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return { bits, below: (limit) => Math.floor((bits() / 0x1_0000_0000) * limit) };
}
