import type { QueryClient } from "@tanstack/react-query";
import { operationOptions } from "../../api/use-request.ts";
import { firstRecord } from "../../generated/dashboard.ts";
import { dashboardDetail } from "../../generated/dashboards.ts";
import { readDashboardSearch } from "../dashboard/dashboard-search.ts";

/** Requests what a dashboard needs before it can request its values, while the code of its page still loads. */
export function preloadDashboard(
  client: QueryClient,
  { projectId, dashboardId: id }: { readonly projectId: string; readonly dashboardId: string },
  search: Record<string, unknown>,
): void {
  preloadPeriod(client, projectId, search);
  void client.prefetchQuery(operationOptions(projectId, dashboardDetail, { id }));
}

/** Requests the oldest record, on which the period of a dashboard depends if its URL has none. */
export function preloadPeriod(client: QueryClient, projectId: string, search: Record<string, unknown>): void {
  const { range, from } = readDashboardSearch(search);
  if (range !== undefined || from !== undefined) return;
  void client.prefetchQuery(operationOptions(projectId, firstRecord, {}));
}
