import type { CreateWorkContext } from "../experiments/create-experiment-handlers.ts";
import { FailurePolicy } from "../experiments/failure-policy.ts";
import { JobError, JobPause } from "../jobs/job-error.ts";
import type { JobHandler, JobHandlers } from "../jobs/job-loop.ts";
import { RecordError } from "../records/errors.ts";
import type { WorkContext } from "../resolvers/context.ts";
import { ruleJobs } from "../store/evaluation-rules.ts";
import type { JobResult, TakenJob } from "../store/jobs.ts";
import { backfillRule } from "./backfill-rule.ts";
import { judgeTarget } from "./judge-target.ts";
import { matchArrivals } from "./match-arrivals.ts";

const quotaPauseMs = 60_000;

/** The jobs of evaluation rules. */
export function createRuleHandlers(createContext: CreateWorkContext): JobHandlers {
  const policy = new FailurePolicy();
  const handler =
    (work: (context: WorkContext, job: TakenJob["job"], signal: AbortSignal) => Promise<JobResult>): JobHandler =>
    async ({ projectId, job }, signal) => {
      const context = await createContext(projectId, signal);
      if (context === null) throw new JobError("The project was deleted", { isFinal: true });
      return work(context, job, signal);
    };
  const judge = handler(async (context, { groupId, payload }) => {
    await requireQuota(context);
    return judgeTarget({ ruleId: groupId ?? "", targetId: String(payload["targetId"]) }, context, policy);
  });
  return {
    [ruleJobs.match]: handler(async ({ store, project, now }, _job, signal) => {
      await matchArrivals(store, project.id, { now, signal });
      return {};
    }),
    [ruleJobs.judgment]: judge,
    [ruleJobs.backfilledJudgment]: judge,
    [ruleJobs.backfill]: handler(async ({ store, project, loaders, now }, { groupId, payload }, signal) => {
      const rule = await store.evaluationRules.get(project.id, groupId ?? "");
      const version = rule && (await loaders.evaluatorVersions.load(rule.evaluatorVersionId));
      if (rule === null || version === null || rule.mode !== "ON") return {};
      const period = { from: Number(payload["from"]), until: Number(payload["until"]) };
      await backfillRule(store, project.id, { rule, version, period, now, signal });
      return {};
    }),
  };
}

/** Waits while the project has reached its quota. */
async function requireQuota({ quota }: WorkContext): Promise<void> {
  try {
    await quota?.require("Mutation.evaluate");
  } catch (error) {
    throw error instanceof RecordError ? new JobPause(error.message, { delayMs: quotaPauseMs }) : error;
  }
}
