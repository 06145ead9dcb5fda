/** Maximum value of the GraphQL type `Int`. */
const maxInt = 2 ** 31 - 1;

/** Limits a total of token counts to the maximum `Int`. */
export function tokenTotal(tokens: number | null): number | null {
  return tokens === null ? null : Math.min(tokens, maxInt);
}
