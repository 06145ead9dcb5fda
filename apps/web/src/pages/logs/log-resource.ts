import type { AnalyticsResource } from "../../generated/analytics.ts";

/** Lists of the log, in the order of their tabs. `runs` are the steps of type `run`. */
export const logResources: readonly AnalyticsResource[] = ["threads", "runs", "generations", "steps", "scores"];

export type LogResource = AnalyticsResource;

export function isLogResource(name: string): name is LogResource {
  return logResources.some((resource) => resource === name);
}
