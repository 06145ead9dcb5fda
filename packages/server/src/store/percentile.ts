/** The smallest of some ascending values that at least this share of them does not exceed; null of none. */
export function percentileOf(ascending: ArrayLike<number>, share: number): number | null {
  return ascending[Math.max(Math.ceil(share * ascending.length) - 1, 0)] ?? null;
}
