/** Whether a judge of the project created the score. The judge's model call is then recorded. */
export function isJudged(score: { readonly type: string; readonly evaluatorVersionId: string | null }): boolean {
  return score.type === "AI" && score.evaluatorVersionId !== null;
}
