import { useOperation } from "../../../api/use-request.ts";
import { knownMetadataPaths, recordFacets } from "../../../generated/analytics.ts";
import type { LogResource } from "../log-resource.ts";
import type { FilterField } from "./filter-fields.ts";

/** Known metadata paths of a list's records. */
export function usePathSuggestions(resource: LogResource, enabled: boolean): readonly string[] {
  const isKnown = resource !== "scores";
  const { data } = useOperation(knownMetadataPaths, { resource }, { enabled: enabled && isKnown });
  return data?.metadataPaths.map(({ path }) => path) ?? [];
}

/** The most frequent values of a field. */
export function useValueSuggestions(
  resource: LogResource,
  field: FilterField | undefined,
  path: string,
): readonly string[] {
  const facet = field?.facet;
  const isMetadata = facet === "metadata";
  const { data } = useOperation(
    recordFacets,
    { resource, fields: facet ? [{ field: facet, ...(isMetadata && { path }) }] : [], limit: 50 },
    { enabled: facet !== undefined && facet !== "error" && (!isMetadata || path !== "") },
  );
  const [counted] = data?.facets.facets ?? [];
  if (!facet || counted?.field !== facet) return [];
  return counted.values.map(({ value, json }) => (isMetadata && typeof json === "string" ? quoted(json) : value));
}

/** A JSON string that looks like a number or boolean needs quotes. */
function quoted(text: string): string {
  return /^(true|false|-?\d.*)$/.test(text) ? JSON.stringify(text) : text;
}
