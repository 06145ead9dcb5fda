import { useOperation } from "../../api/use-request.ts";
import { recordFacets } from "../../generated/analytics.ts";

/** Environment that the SDK sets on records of experiments. */
export const experimentEnvironment = "experiment";

/** Returns the environments of the project's records, most frequent first. */
export function useEnvironments(): readonly string[] {
  const { data } = useOperation(recordFacets, { resource: "steps", fields: [{ field: "environment" }], limit: 50 });
  return data?.facets.facets[0]?.values.map((each) => each.value) ?? [];
}
