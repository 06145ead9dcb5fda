import type { QueryClient } from "@tanstack/react-query";
import { operationOptions } from "../../api/use-request.ts";
import { firstRecord } from "../../generated/dashboard.ts";
import { dashboardDetail } from "../../generated/dashboards.ts";

/** Requests what a dashboard needs before it can request its values, while the code of its page still loads. */
export function preloadDashboard(client: QueryClient, projectId: string, id: string): void {
  preloadPeriod(client, projectId);
  void client.prefetchQuery(operationOptions(projectId, dashboardDetail, { id }));
}

/** Requests the oldest record, on which the period of a dashboard depends if its URL has none. */
export function preloadPeriod(client: QueryClient, projectId: string): void {
  void client.prefetchQuery(operationOptions(projectId, firstRecord, {}));
}
