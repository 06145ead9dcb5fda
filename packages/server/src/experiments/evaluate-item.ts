import { JobError } from "../jobs/job-error.ts";
import type { JsonObject } from "../json/json-value.ts";
import type { WorkContext } from "../resolvers/context.ts";
import { evaluateTarget, scoreId, scoreOf, scorerOf } from "../resolvers/evaluate-target.ts";
import type { JobResult } from "../store/jobs.ts";
import type { FailurePolicy } from "./failure-policy.ts";
import { policyCallOf } from "./policy-call.ts";
import { readTaskPayload } from "./read-task-payload.ts";

export async function evaluateItem(
  payload: JsonObject,
  context: WorkContext,
  policy: FailurePolicy,
): Promise<JobResult> {
  const { itemId, versionId } = readTaskPayload(payload);
  const version = await context.loaders.evaluatorVersions.load(versionId);
  if (version === null) throw new JobError("The evaluator was deleted", { isFinal: true });
  const { evaluation, outcome, modelFailure } = await evaluateTarget(
    version,
    itemId,
    context,
    scoreId(version, itemId),
  );
  context.signal?.throwIfAborted();
  const { cost } = evaluation;
  const call = policyCallOf(version, itemId, context);
  if (modelFailure !== null) throw policy.errorOf({ ...call, failure: modelFailure, result: { cost } });
  policy.succeeded(call);
  if (outcome?.score == null) {
    const message = evaluation.message ?? "The evaluator returned no score";
    // An invalid answer is retried, because the model may give a valid one the next time.
    const isFinal = evaluation.problem !== "resultInvalid" || version.kind !== "LLM";
    throw new JobError(message, { isFinal, result: { cost } });
  }
  const scorer = await scorerOf(version, context);
  return { scores: [scoreOf({ version, scorer, targetId: itemId, score: outcome.score }, context.now())], cost };
}
