import { useOperation } from "../../../api/use-request.ts";
import { recordFacets } from "../../../generated/analytics.ts";
import type { ScoreSchemaListQuery } from "../../../generated/score-schemas.ts";

const none: readonly string[] = [];

/** Returns the names of score schemas, followed by the most frequent other score names. */
export function useScoreNames(schemas: ScoreSchemaListQuery["scoreSchemas"] | undefined): readonly string[] {
  const used = useOperation(recordFacets, { resource: "scores", fields: [{ field: "name" }], limit: 50 });
  // Waits for the schemas and for the used names, so that the list of names does not change while a user reads it.
  if (used.isPending || schemas === undefined) return none;
  const names = used.data?.facets.facets[0]?.values.map(({ value }) => value) ?? none;
  return [...new Set([...schemas.map(({ name }) => name), ...names])];
}
