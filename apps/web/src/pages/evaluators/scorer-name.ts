/** Returns the name of an evaluator version as the `scorer` of its scores. */
export function scorerName(evaluatorName: string, number: number): string {
  return `${evaluatorName} v${number}`;
}
