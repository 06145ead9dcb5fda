import { dayMs } from "../quotas/check-quota.ts";
import type { QuotaState } from "../quotas/quotas.ts";
import { shorterRetention } from "../store/upkeep/retention.ts";
import type { QueryResolvers } from "./resolver-types.ts";

export const projectUsageQueries: QueryResolvers = {
  async projectUsage(_parent, _args, { store, project, quota, retentionDays = null, now }) {
    const { limits, steps, bytes, dayEndsAt, measuredAt } = (await quota?.read()) ?? withoutQuota(now());
    const hasSteps = limits.stepsPerDay > 0;
    const hasBytes = limits.storedBytes > 0;
    return {
      stepsToday: hasSteps ? steps : null,
      stepsPerDay: hasSteps ? limits.stepsPerDay : null,
      dayEndsAt,
      storedBytes: hasBytes ? bytes : null,
      maxStoredBytes: hasBytes ? limits.storedBytes : null,
      measuredAt: hasBytes ? measuredAt : null,
      retentionDays: shorterRetention(await store.projects.retention(project.id), retentionDays),
    };
  },
};

function withoutQuota(now: number): QuotaState {
  const dayEndsAt = (Math.floor(now / dayMs) + 1) * dayMs;
  return { limits: { stepsPerDay: 0, storedBytes: 0 }, steps: 0, bytes: 0, dayEndsAt, measuredAt: null };
}
