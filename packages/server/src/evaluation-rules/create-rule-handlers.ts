import type { CreateWorkContext } from "../experiments/create-experiment-handlers.ts";
import { JobError, JobPause } from "../jobs/job-error.ts";
import type { JobHandler, JobHandlers } from "../jobs/job-loop.ts";
import { RecordError } from "../records/errors.ts";
import type { WorkContext } from "../resolvers/context.ts";
import { ruleJobs } from "../store/evaluation-rules.ts";
import type { JobResult, TakenJob } from "../store/jobs.ts";
import { backfillRule } from "./backfill-rule.ts";
import { judgeTarget } from "./judge-target.ts";
import { matchArrivals } from "./match-arrivals.ts";
import { Providers } from "./providers.ts";

const quotaPauseMs = 60_000;

/** The jobs of evaluation rules. */
export function createRuleHandlers(createContext: CreateWorkContext): JobHandlers {
  const providers = new Providers();
  const handler =
    (work: (context: WorkContext, job: TakenJob["job"]) => Promise<JobResult>): JobHandler =>
    async ({ projectId, job }, signal) => {
      const context = await createContext(projectId, signal);
      if (context === null) throw new JobError("The project was deleted", { isFinal: true });
      return work(context, job);
    };
  const judge = handler(async (context, { groupId, payload }) => {
    await requireQuota(context);
    const arrivedAt = Number(payload["arrivedAt"] ?? 0);
    const judgment = { ruleId: groupId ?? "", targetId: String(payload["targetId"]), arrivedAt };
    return judgeTarget(judgment, context, providers);
  });
  return {
    [ruleJobs.match]: handler(async ({ store, project, now, signal }) => {
      await matchArrivals(store, project.id, { now, signal });
      return {};
    }),
    [ruleJobs.judgment]: judge,
    [ruleJobs.backfilledJudgment]: judge,
    [ruleJobs.backfill]: handler(async (context, { groupId, payload }) => {
      const period = { from: Number(payload["from"]), until: Number(payload["until"]) };
      await backfillRule({ ruleId: groupId ?? "", period }, context);
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
