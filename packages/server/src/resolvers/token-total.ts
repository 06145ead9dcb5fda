/** Maximum value of the wire's `Int`. */
const maxInt = 2 ** 31 - 1;

/** Total of token counts, clamped to the maximum `Int`. */
export function tokenTotal(tokens: number | null): number | null {
  return tokens === null ? null : Math.min(tokens, maxInt);
}
