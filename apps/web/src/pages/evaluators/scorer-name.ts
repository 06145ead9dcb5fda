/** Returns the name of an evaluator version, which the service stores as the scorer of its scores. */
export function scorerName(evaluatorName: string, number: number): string {
  return `${evaluatorName} v${number}`;
}
