/** Whether a judge of the project created the score. The model calls of these judges are recorded as steps. */
export function isJudged(score: { readonly type: string; readonly evaluatorVersionId: string | null }): boolean {
  return score.type === "AI" && score.evaluatorVersionId !== null;
}
