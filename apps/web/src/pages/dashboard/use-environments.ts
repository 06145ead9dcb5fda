import { useOperation } from "../../api/use-request.ts";
import { recordFacets } from "../../generated/analytics.ts";

export const experimentEnvironment = "experiment";

export function useEnvironments(): readonly string[] {
  const { data } = useOperation(recordFacets, { resource: "steps", fields: [{ field: "environment" }], limit: 50 });
  return data?.facets.facets[0]?.values.map((each) => each.value) ?? [];
}
