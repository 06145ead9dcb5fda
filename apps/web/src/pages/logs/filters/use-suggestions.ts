import { useOperation } from "../../../api/use-request.ts";
import { knownMetadataPaths, recordFacets, type RecordFacetsQuery } from "../../../generated/analytics.ts";
import type { LogResource } from "../log-resource.ts";
import { type FilterField, filterFields, findField } from "./filter-fields.ts";
import type { QueryCompletion } from "./query-completion.ts";
import { type ScoreBounds, useScoreChoices } from "./use-score-choices.ts";

export function usePathSuggestions(resource: LogResource, enabled: boolean): readonly string[] {
  const isKnown = resource !== "scores";
  const { data } = useOperation(knownMetadataPaths, { resource }, { enabled: enabled && isKnown });
  return data?.metadataPaths.map(({ path }) => path) ?? [];
}

export function useValueSuggestions(
  resource: LogResource,
  field: FilterField | undefined,
  path: string,
): readonly string[] {
  const isMetadata = field?.facet === "metadata";
  return useFacetValues(resource, field, path).map(({ value, json }) =>
    isMetadata && typeof json === "string" ? quoted(json) : value,
  );
}

function useFacetValues(
  resource: LogResource,
  field: FilterField | undefined,
  path: string,
  query?: string,
): RecordFacetsQuery["facets"]["facets"][number]["values"] {
  const facet = field?.facet;
  const isMetadata = facet === "metadata";
  const { data } = useOperation(
    recordFacets,
    { resource, query, fields: facet ? [{ field: facet, ...(isMetadata && { path }) }] : [], limit: 50 },
    { enabled: facet !== undefined && facet !== "error" && (!isMetadata || path !== "") },
  );
  const [counted] = data?.facets.facets ?? [];
  return !facet || counted?.field !== facet ? [] : counted.values;
}

export interface QuerySuggestions {
  /** Texts that can complete the query. */
  readonly known: readonly string[];
  /** Bounds of a score without labels, whose values are numbers. Undefined while the user enters something else. */
  readonly bounds?: ScoreBounds | undefined;
}

export function useQuerySuggestions(resource: LogResource, completion: QueryCompletion | undefined): QuerySuggestions {
  const { kind, field: name = "", path = "", isTool = false, text = "" } = completion ?? {};
  // Names of steps are only counted in the list of steps.
  const isOfSteps = isTool || name === "stepName";
  const list = isOfSteps ? "steps" : resource;
  const isName = kind === "name" && text.length > 1;
  const found = isName ? undefined : findField(list, isOfSteps ? "name" : name);
  const isOfScore = isName || found?.path === "score";
  const field = isOfScore ? filterFields[list].find((each) => each.path === "score") : found;
  const isPath = kind === "path" && field?.path === "json";
  const paths = usePathSuggestions(resource, isPath && name === "metadata");
  const isOfFacet = isName || (kind === "value" ? field?.path !== "score" : kind === "path" && field?.path === "score");
  const values = useFacetValues(list, isOfFacet ? field : undefined, path, isTool ? "type:tool" : undefined);
  const isScore = kind === "value" && field?.path === "score";
  const choices = useScoreChoices(path, isScore);
  if (isScore) {
    const known = choices.labels.map(({ label }) => label);
    return { known, bounds: known.length > 0 || choices.isLoading ? undefined : choices };
  }
  return { known: isPath ? paths : (field?.values ?? values.map(({ value }) => value)) };
}

/** Quotes a string that would otherwise be parsed as a number or a boolean. */
function quoted(text: string): string {
  return /^(true|false|-?\d.*)$/.test(text) ? JSON.stringify(text) : text;
}
