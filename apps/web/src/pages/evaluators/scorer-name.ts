/** Returns the text in `Score.scorer` of all scores that an evaluator version created, for example `Helpfulness v2`. */
export function scorerName(evaluatorName: string, number: number): string {
  return `${evaluatorName} v${number}`;
}
