import { JobPause } from "../jobs/job-error.ts";
import type { WorkContext } from "../resolvers/context.ts";
import { scoreId } from "../resolvers/evaluate-target.ts";
import type { EvaluationRuleRecord } from "../store/evaluation-rules.ts";
import type { EvaluatorVersionRecord } from "../store/evaluators.ts";
import { judgmentId } from "./derive-judgment.ts";

/** Delay of a judgment while another rule judges its target, in milliseconds. */
const otherDelayMs = 2_000;

/**
 * Returns whether another rule with the same evaluator version has judged the target with all steps that arrived until
 * `arrivedAt`. The existing score can then be used.
 *
 * Of several such rules, the one with the smallest id judges first. Throws a {@link JobPause} while a rule with a
 * smaller id judges the target, or has a judgment of it that is due and has not failed.
 */
export async function isJudgedByOther(
  rule: EvaluationRuleRecord,
  version: EvaluatorVersionRecord,
  { targetId, arrivedAt }: { readonly targetId: string; readonly arrivedAt: number },
  { store, project, now }: WorkContext,
): Promise<boolean> {
  const all = await store.evaluationRules.all(project.id);
  const others = all.filter(
    ({ id, mode, evaluatorVersionId }) => id !== rule.id && mode === "ON" && evaluatorVersionId === version.id,
  );
  if (others.length === 0) return false;
  const jobs = await Promise.all(
    others.map(async ({ id }) => ({ ruleId: id, job: await store.jobs.get(project.id, judgmentId(id, targetId)) })),
  );
  const covering = jobs.filter(({ job }) => job !== null && Number(job.payload["arrivedAt"] ?? 0) >= arrivedAt);
  const isFirst = covering.every(
    ({ ruleId, job }) =>
      ruleId > rule.id ||
      !(job?.state === "running" || (job?.state === "queued" && job.failure === null && (job.dueAt ?? 0) <= now())),
  );
  if (!isFirst) throw new JobPause("Another rule is judging the target", { delayMs: otherDelayMs });
  if (!covering.some(({ job }) => job?.state === "done")) return false;
  const [score] = await store.scores.getMany(project.id, [scoreId(version, targetId)]);
  return score != null;
}
