import { useOperation } from "../../../api/use-request.ts";
import { recordFacets } from "../../../generated/analytics.ts";
import { ofNoExperiment } from "../../logs/log-search.ts";
import type { ScoreSchemaListQuery } from "../../../generated/score-schemas.ts";

const none: readonly string[] = [];

/**
 * Returns the names of score schemas and the most frequent other score names. Names without a schema whose scores all
 * belong to experiments are left out: they can still be typed.
 */
export function useScoreNames(schemas: ScoreSchemaListQuery["scoreSchemas"] | undefined): readonly string[] {
  const used = useOperation(recordFacets, {
    resource: "scores",
    filters: [ofNoExperiment],
    fields: [{ field: "name" }],
    limit: 50,
  });
  // Waits for the schemas and for the used names, so that the list of names does not change while a user reads it.
  if (used.isPending || schemas === undefined) return none;
  const names = used.data?.facets.facets[0]?.values.map(({ value }) => value) ?? none;
  return [...new Set([...schemas.map(({ name }) => name), ...names])];
}
