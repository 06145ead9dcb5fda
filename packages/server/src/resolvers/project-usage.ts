import type { ProjectUsage } from "@threadline/schema/server";
import { readLimits } from "../records/project-limits.ts";
import { dayMs } from "../quotas/check-quota.ts";
import type { QuotaState } from "../quotas/quotas.ts";
import { shorterRetention } from "../store/upkeep/retention.ts";
import type { RequestContext } from "./context.ts";
import type { MutationResolvers, QueryResolvers } from "./resolver-types.ts";

export const projectUsageQueries: QueryResolvers = {
  projectUsage: (_parent, _args, context) => readUsage(context),
};

export const projectUsageMutations: MutationResolvers = {
  async updateProjectLimits(_parent, args, context) {
    const { store, project, quota } = context;
    const { own, service } = await readUsage(context);
    await store.usage.setOwnLimits(project.id, readLimits(args, { own, most: service }));
    quota?.forget();
    return readUsage(context);
  },
};

async function readUsage({ store, project, quota, retentionDays = null, now }: RequestContext): Promise<ProjectUsage> {
  const state = (await quota?.read()) ?? withoutQuota(now());
  const { limits, operatorLimits, ownQuota, steps, bytes, dayEndsAt, measuredAt } = state;
  const hasSteps = limits.stepsPerDay > 0;
  const hasBytes = limits.storedBytes > 0;
  const ownRetention = await store.projects.ownRetention(project.id);
  const most = shorterRetention(await store.projects.retention(project.id), retentionDays);
  return {
    stepsToday: hasSteps ? steps : null,
    stepsPerDay: hasSteps ? limits.stepsPerDay : null,
    dayEndsAt,
    storedBytes: hasBytes || measuredAt !== null ? bytes : null,
    maxStoredBytes: hasBytes ? limits.storedBytes : null,
    measuredAt,
    retentionDays: shorterRetention(ownRetention, most),
    own: { retentionDays: ownRetention, ...ownQuota },
    service: {
      retentionDays: most,
      stepsPerDay: operatorLimits.stepsPerDay || null,
      storedBytes: operatorLimits.storedBytes || null,
    },
  };
}

function withoutQuota(now: number): QuotaState {
  const dayEndsAt = (Math.floor(now / dayMs) + 1) * dayMs;
  const limits = { stepsPerDay: 0, storedBytes: 0 };
  const ownQuota = { stepsPerDay: null, storedBytes: null };
  return { limits, operatorLimits: limits, ownQuota, steps: 0, bytes: 0, dayEndsAt, measuredAt: null };
}
