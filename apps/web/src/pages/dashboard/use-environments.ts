import { useOperation } from "../../api/use-request.ts";
import { recordFacets } from "../../generated/analytics.ts";
import type { DashboardSearch } from "./dashboard-search.ts";

export const experimentEnvironment = "experiment";

const onlyExperiments: readonly string[] = [experimentEnvironment];
const none: readonly string[] = [];

/** Returns the environments that a dashboard leaves out: experiments, unless it shows them or one environment. */
export function leftOutEnvironments({
  environment,
  experiments,
}: Pick<DashboardSearch, "environment" | "experiments">): readonly string[] {
  return environment === undefined && experiments !== true ? onlyExperiments : none;
}

export function useEnvironments(): readonly string[] {
  const { data } = useOperation(
    recordFacets,
    { resource: "steps", fields: [{ field: "environment" }], limit: 50 },
    { priority: "low" },
  );
  return data?.facets.facets[0]?.values.map((each) => each.value) ?? [];
}
