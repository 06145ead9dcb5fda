/** Whether a score was created by a judge of the project, whose call is recorded. */
export function isJudged(score: { readonly type: string; readonly evaluatorVersionId: string | null }): boolean {
  return score.type === "AI" && score.evaluatorVersionId !== null;
}
