/** The largest value that the wire's `Int` carries. */
const maxInt = 2 ** 31 - 1;

/** A sum of token counts, which may outgrow what its parts were held to: it then reads as the largest `Int`. */
export function tokenTotal(tokens: number | null): number | null {
  return tokens === null ? null : Math.min(tokens, maxInt);
}
