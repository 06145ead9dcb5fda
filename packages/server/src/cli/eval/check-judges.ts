import type { EvaluationResult } from "@threadline/core";

/**
 * Problems with the judges that created a score. `unmeasured` and `drifting` each contain one sentence, or null if
 * there is no problem.
 */
export interface JudgeCheck {
  readonly unmeasured: string | null;
  /**
   * Remedy for the problem in `unmeasured`, such as `Try again`. It has no final punctuation, so that the caller can
   * continue the sentence.
   */
  readonly remedy: string;
  readonly drifting: string | null;
}

/**
 * Checks whether the judges of the scores have enough recent human labels, and whether their scores have shifted in the
 * last week. A judge that cannot be checked is reported as a problem, too.
 */
export async function checkJudges(
  result: EvaluationResult,
  scores: ReadonlySet<string>,
): Promise<ReadonlyMap<string, JudgeCheck>> {
  const checks = [...scores].map(async (score) => [score, await checkScore(result, score)] as const);
  return new Map(await Promise.all(checks));
}

async function checkScore(result: EvaluationResult, score: string): Promise<JudgeCheck> {
  try {
    const [unmeasured, drifting] = await Promise.all([
      result.unmeasuredJudges(score),
      // The evaluation may be from an earlier version of the SDK.
      (result as Partial<EvaluationResult>).driftingJudges?.(score) ?? [],
    ]);
    return {
      unmeasured: describe(unmeasured, "Its judge lacks recent human labels"),
      remedy: "Label some of the scored targets first",
      drifting: describe(drifting, "A judge of this score drifts"),
    };
  } catch (error) {
    const reason = (error as Error).message.replace(/\.$/u, "");
    return { unmeasured: `Its judge could not be checked: ${reason}.`, remedy: "Try again", drifting: null };
  }
}

function describe(judges: readonly string[], problem: string): string | null {
  if (judges.length === 0) return null;
  return `${problem}: ${judges.map((name) => JSON.stringify(name)).join(", ")}.`;
}
