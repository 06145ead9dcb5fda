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

interface DashboardRoute {
  readonly projectId: string;
  readonly dashboardId: string;
}

/** Requests a dashboard and its period, while the code of its page still loads. */
export async function preloadDashboard(
  client: QueryClient,
  { projectId, dashboardId: id }: DashboardRoute,
  search: Record<string, unknown>,
): Promise<void> {
  await Promise.all([
    preloadPeriod(client, projectId, search),
    client.fetchQuery(operationOptions(projectId, dashboardDetail, { id })),
  ]);
}

/**
 * Requests the values of a dashboard's widgets, while the code of its page still loads. If the list of dashboards was
 * shown before, the widgets are known from there.
 */
export async function preloadValues(
  client: QueryClient,
  { projectId, dashboardId: id }: DashboardRoute,
  search: DashboardSearch,
): Promise<void> {
  const { queryKey } = operationOptions(projectId, dashboardList, {});
  const listed = client.getQueryData(queryKey)?.dashboards.find((each) => each.id === id);
  const requestWidgets = async () =>
    (await client.fetchQuery(operationOptions(projectId, dashboardDetail, { id }))).dashboard;
  const [oldest, dashboard] = await Promise.all([requestOldest(client, projectId, search), listed ?? requestWidgets()]);
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
      void client.prefetchQuery(operationOptions(projectId, dashboardSeries, variables, "high"));
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
