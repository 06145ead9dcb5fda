import type { QueryClient } from "@tanstack/react-query";
import { operationOptions } from "../../api/use-request.ts";
import { dashboardSeries, firstRecord } from "../../generated/dashboard.ts";
import { dashboardDetail, dashboardList } from "../../generated/dashboards.ts";
import { type DashboardSearch, periodOf, rangeFor, readDashboardSearch } from "../dashboard/dashboard-search.ts";
import { leftOutEnvironments } from "../dashboard/use-environments.ts";
import { withScoresApart } from "./scores-apart.ts";
import { comparesPeriods, widgetRequests } from "./widget-requests.ts";

/** Maximum age of the stored oldest record, in milliseconds. */
const oldestMaxAge = 60_000;

/**
 * Requests a dashboard and the values of its widgets, while the code of its page still loads. If the list of dashboards
 * was shown before, the widgets are known from there.
 */
export async function preloadDashboard(
  client: QueryClient,
  { projectId, dashboardId: id }: { readonly projectId: string; readonly dashboardId: string },
  unread: Record<string, unknown>,
): Promise<void> {
  const search = readDashboardSearch(unread);
  const { queryKey } = operationOptions(projectId, dashboardList, {});
  const listed = client.getQueryData(queryKey)?.dashboards.find((each) => each.id === id);
  const requested = client.fetchQuery(operationOptions(projectId, dashboardDetail, { id }));
  const [oldest, dashboard] = await Promise.all([
    requestOldest(client, projectId, search),
    listed ?? requested.then((found) => found.dashboard),
  ]);
  const now = Date.now();
  const { environment, tags } = search;
  const records = {
    period: periodOf(search, now, search.range ?? rangeFor(oldest, now)),
    filter: { environment, tags },
    exceptEnvironments: leftOutEnvironments(search),
  };
  for (const widget of dashboard?.widgets ?? []) {
    const shown = withScoresApart(widget);
    const { current, before } = widgetRequests(shown, records);
    for (const variables of comparesPeriods(shown) ? [current, before] : [current]) {
      void client.prefetchQuery(operationOptions(projectId, dashboardSeries, variables));
    }
  }
}

/** Requests the oldest record, on which the period of a dashboard depends if its URL has none. */
export async function preloadPeriod(
  client: QueryClient,
  projectId: string,
  search: Record<string, unknown>,
): Promise<void> {
  await requestOldest(client, projectId, readDashboardSearch(search));
}

/** Returns the creation time of the oldest record, or null if there is none or it is not needed. */
async function requestOldest(client: QueryClient, projectId: string, search: DashboardSearch): Promise<string | null> {
  if (search.range !== undefined || search.from !== undefined) return null;
  const { steps } = await client.fetchQuery({
    ...operationOptions(projectId, firstRecord, {}),
    staleTime: oldestMaxAge,
  });
  return steps.edges[0]?.node.createdAt ?? null;
}
