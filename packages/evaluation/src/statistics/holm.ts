/** Adjusts p-values for the number of tests by the method of Holm (1979). Returns them in the given order. */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, index) => index).toSorted((one, other) => (pValues[one] ?? 0) - (pValues[other] ?? 0));
  const adjusted: number[] = [...pValues];
  let largest = 0;
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (pValues.length - rank) * (pValues[index] ?? 1)));
    adjusted[index] = largest;
  }
  return adjusted;
}
