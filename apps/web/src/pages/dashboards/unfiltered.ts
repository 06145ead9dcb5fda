import type { DashboardPeriod } from "../dashboard/use-period.ts";
import type { SharedFilter } from "./widget-card.tsx";

const everyEnvironment: readonly string[] = [];
const noFilter = { environment: undefined, exceptEnvironment: undefined, tags: undefined };

/** Returns the filter of charts that show all records of a period, as on the pages of users and prompts. */
export function unfiltered(projectId: string, { period, zoom }: DashboardPeriod): SharedFilter {
  return { projectId, period, filter: noFilter, exceptEnvironments: everyEnvironment, onZoom: zoom };
}
