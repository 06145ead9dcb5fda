/** Returns the name under which the scores of an evaluator version show who created them. */
export function scorerName(evaluatorName: string, number: number): string {
  return `${evaluatorName} v${number}`;
}
