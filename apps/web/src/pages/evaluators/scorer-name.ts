/** Returns the name that an evaluator version has as the scorer of its scores. */
export function scorerName(evaluatorName: string, number: number): string {
  return `${evaluatorName} v${number}`;
}
