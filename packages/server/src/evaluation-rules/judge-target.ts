import { JobError, JobPause } from "../jobs/job-error.ts";
import { filtersOf, listOfTarget, problemOf } from "../records/rule-filters.ts";
import type { WorkContext } from "../resolvers/context.ts";
import { estimateJudgment, modelOfVersion } from "../resolvers/estimate-judgment.ts";
import { evaluateTarget, scoreId, scoreOf, scorerOf } from "../resolvers/evaluate-target.ts";
import type { EvaluationRuleRecord } from "../store/evaluation-rules.ts";
import type { EvaluatorVersionRecord } from "../store/evaluators.ts";
import type { JobResult } from "../store/jobs.ts";
import { policyCallOf } from "../experiments/policy-call.ts";
import type { Providers } from "./providers.ts";
import { isJudgedByOther } from "./shared-targets.ts";

const msPerDay = 86_400_000;
const priceDelayMs = 600_000;

const notNeeded: JobResult = { isSuperseded: true };

interface Judgment {
  readonly ruleId: string;
  readonly targetId: string;
  /**
   * Arrival time of the newest step that the judgment considers; 0 if the judgment was queued for an older target by a
   * backfill.
   */
  readonly arrivedAt: number;
}

/** Judges a target by a rule. The score is stored in the transaction that ends the job. */
export async function judgeTarget(judgment: Judgment, context: WorkContext, providers: Providers): Promise<JobResult> {
  const { ruleId, targetId } = judgment;
  const { store, project, now } = context;
  const rule = await store.evaluationRules.get(project.id, ruleId);
  if (rule === null || rule.mode === "OFF") return notNeeded;
  const version = await context.loaders.evaluatorVersions.load(rule.evaluatorVersionId);
  if (version === null) throw new JobError("The evaluator was deleted", { isFinal: true });
  const problem = problemOf(rule, now());
  if (problem !== null) throw new JobError(problem, { isFinal: true });
  // The target may have changed or been deleted since the rule matched it.
  const matching = await store[listOfTarget(rule.target)].matchingIds(project.id, [targetId], filtersOf(rule, now()));
  if (matching.length === 0) return notNeeded;
  const day = Math.floor(now() / msPerDay);
  if (rule.mode === "DRY_RUN") return { ...notNeeded, judgment: { ruleId, day, isStored: false } };
  if (await isJudgedByOther(rule, version, judgment, context)) return notNeeded;
  const call = policyCallOf(version, targetId, context);
  providers.requireAvailable(call.connection, now());
  const settle = await reserve(rule, version, targetId, context);
  const { evaluation, outcome, modelFailure } = await evaluateTarget(
    version,
    targetId,
    context,
    scoreId(version, targetId),
  );
  // An evaluation without a step usually called no model, and the cost is 0. If the evaluation was interrupted, a model
  // may have been called before a step was recorded, and the cost is unknown (null).
  const isUnsent = evaluation.stepId == null && context.signal?.aborted !== true;
  await settle(isUnsent ? 0 : (evaluation.cost ?? null));
  context.signal?.throwIfAborted();
  if (modelFailure !== null) throw providers.errorOf(call, modelFailure, now());
  providers.succeeded(call);
  // The target was deleted while it was judged.
  if (outcome === null) return notNeeded;
  if (outcome.score === null) {
    // An invalid answer is retried, because the model may give a valid one the next time.
    const isFinal = evaluation.problem !== "resultInvalid" || version.kind !== "LLM";
    throw new JobError(evaluation.message ?? "The evaluator returned no score", { isFinal });
  }
  const scorer = await scorerOf(version, context);
  return {
    scores: [scoreOf({ version, scorer, targetId, score: outcome.score, ruleId }, now())],
    judgment: { ruleId, day, isStored: true },
  };
}

/**
 * Adds the estimated cost of a judgment to the rule's spending before the model is called. Returns a function that
 * replaces the estimate with the actual cost, unless this cost is unknown (null).
 */
async function reserve(
  { id, dailySpendLimit }: EvaluationRuleRecord,
  version: EvaluatorVersionRecord,
  targetId: string,
  context: WorkContext,
): Promise<(cost: number | null) => Promise<void>> {
  const { store, project, now } = context;
  if (modelOfVersion(version) === null) return async () => {};
  const dollars = await estimateJudgment(version, targetId, context);
  if (dollars === null && dailySpendLimit !== null) {
    throw new JobPause("The rule has a daily spend limit, and the model has no price. Add one to the model prices.", {
      delayMs: priceDelayMs,
    });
  }
  const day = Math.floor(now() / msPerDay);
  const reserved = dollars ?? 0;
  if (!(await store.evaluationRules.spend(project.id, id, { day, dollars: reserved, limit: dailySpendLimit }))) {
    throw new JobPause(`The rule has reached its daily spend limit of $${dailySpendLimit}`, {
      delayMs: (day + 1) * msPerDay - now(),
    });
  }
  return async (cost) => {
    if (cost === null || cost === reserved) return;
    await store.evaluationRules.settleSpending(project.id, id, { day, dollars: cost - reserved, now: now() });
  };
}
