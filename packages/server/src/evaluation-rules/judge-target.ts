import type { FailurePolicy } from "../experiments/failure-policy.ts";
import { JobError, JobPause } from "../jobs/job-error.ts";
import type { WorkContext } from "../resolvers/context.ts";
import { evaluateTarget, scoreId, scoreOf, scorerOf } from "../resolvers/evaluate-target.ts";
import type { EvaluationRuleRecord } from "../store/evaluation-rules.ts";
import type { EvaluatorVersionRecord, JudgeRecord } from "../store/evaluators.ts";
import type { JobResult } from "../store/jobs.ts";
import { estimateJudgment } from "../resolvers/estimate-judgment.ts";
import { filtersOf, listOfTarget } from "../records/rule-filters.ts";

const msPerDay = 86_400_000;

/** Judges a target by a rule. The score is stored in the transaction that ends the job. */
export async function judgeTarget(
  { ruleId, targetId }: { readonly ruleId: string; readonly targetId: string },
  context: WorkContext,
  policy: FailurePolicy,
): Promise<JobResult> {
  const { store, project, now } = context;
  const rule = await store.evaluationRules.get(project.id, ruleId);
  if (rule === null || rule.mode === "OFF") return {};
  const version = await context.loaders.evaluatorVersions.load(rule.evaluatorVersionId);
  if (version === null) throw new JobError("The evaluator was deleted", { isFinal: true });
  // The target may have changed or been deleted since it matched.
  const matching = await store[listOfTarget(rule.target)].matchingIds(project.id, [targetId], filtersOf(rule, now()));
  if (matching.length === 0) return {};
  const day = Math.floor(now() / msPerDay);
  if (rule.mode === "DRY_RUN") return { judgment: { ruleId, day, isStored: false } };
  const settle = await reserve(rule, version, targetId, context);
  const { evaluation, outcome, modelFailure } = await evaluateTarget(
    version,
    targetId,
    context,
    scoreId(version, targetId),
  );
  await settle(evaluation.stepId == null ? 0 : (evaluation.cost ?? null));
  context.signal?.throwIfAborted();
  const connectionId = version.kind === "LLM" ? (version.definition as JudgeRecord).connectionId : "";
  if (modelFailure !== null) throw policy.errorOf(connectionId, modelFailure, {});
  policy.succeeded(connectionId);
  // Deleted while it was judged.
  if (outcome === null) return {};
  if (outcome.score === null) {
    // A model may answer correctly the next time.
    const isFinal = evaluation.problem !== "resultInvalid" || version.kind !== "LLM";
    throw new JobError(evaluation.message ?? "The evaluator returned no score", { isFinal });
  }
  const scorer = await scorerOf(version, context);
  return {
    scores: [scoreOf({ version, scorer, targetId, score: outcome.score }, now())],
    judgment: { ruleId, day, isStored: true },
  };
}

/** Reserves the estimated cost of a judgment. Returns a function that replaces it by the cost; null if unknown. */
async function reserve(
  { id, dailySpendLimit }: EvaluationRuleRecord,
  version: EvaluatorVersionRecord,
  targetId: string,
  context: WorkContext,
): Promise<(cost: number | null) => Promise<void>> {
  const { store, project, now } = context;
  if (version.kind !== "LLM") return async () => {};
  const dollars = await estimateJudgment(version, targetId, context);
  if (dollars === null && dailySpendLimit !== null) {
    throw new JobPause("The rule has a daily spend limit, and the model has no price. Add one to the model prices.", {
      delayMs: msPerDay - (now() % msPerDay),
    });
  }
  const day = Math.floor(now() / msPerDay);
  const reserved = dollars ?? 0;
  if (!(await store.evaluationRules.spend(project.id, id, { day, dollars: reserved, limit: dailySpendLimit }))) {
    throw new JobPause(`The rule has reached its daily spend limit of $${dailySpendLimit}`, {
      delayMs: msPerDay - (now() % msPerDay),
    });
  }
  return async (cost) => {
    if (cost === null || cost === reserved) return;
    await store.evaluationRules.spend(project.id, id, { day, dollars: cost - reserved, limit: null });
  };
}
