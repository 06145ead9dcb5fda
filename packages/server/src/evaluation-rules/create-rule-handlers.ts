import { type CreateWorkContext, type Work, workHandler } from "../experiments/work-handler.ts";
import type { JobHandler, JobHandlers } from "../jobs/job-loop.ts";
import { ruleJobs } from "../store/evaluation-rules.ts";
import { backfillRule } from "./backfill-rule.ts";
import { judgeTarget } from "./judge-target.ts";
import { matchArrivals } from "./match-arrivals.ts";
import { Providers } from "./providers.ts";

export function createRuleHandlers(createContext: CreateWorkContext, now: () => number): JobHandlers {
  const providers = new Providers(now);
  const handler = (work: Work): JobHandler => workHandler(createContext, work);
  const judge = workHandler(
    createContext,
    (context, { groupId, payload }) => {
      const arrivedAt = Number(payload["arrivedAt"] ?? 0);
      const judgment = { ruleId: groupId ?? "", targetId: String(payload["targetId"]), arrivedAt };
      return judgeTarget(judgment, context, providers);
    },
    { needs: "evaluate" },
  );
  return {
    [ruleJobs.match]: handler(async ({ store, project, now: clock, signal }) => {
      await matchArrivals(store, project.id, { now: clock, signal });
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
