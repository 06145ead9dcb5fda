/** Returns the average of a list that is not empty. */
export function mean(values: readonly number[]): number {
  return sumOf(values) / values.length;
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

export function meanOf(values: readonly number[] = []): number | null {
  return values.length === 0 ? null : mean(values);
}
