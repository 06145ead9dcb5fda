import type { RecordFacetsQuery } from "../../generated/analytics.ts";
import type { Condition } from "./filters/condition.ts";

type CountedFacet = RecordFacetsQuery["facets"]["facets"][number];

export interface Facet extends Pick<CountedFacet, "field" | "path" | "valueCount"> {
  readonly values: readonly FacetValue[];
}

export interface FacetValue extends Pick<CountedFacet["values"][number], "value" | "json"> {
  /**
   * Number of records with this value. Null if the value was not counted, because the service counts only the most
   * frequent values of a field.
   */
  readonly count: number | null;
}

/**
 * Updates the counts of a facet. Its values and their order stay the same. But if none of its values was counted, the
 * counted values come first, and only the remaining places keep old values.
 */
export function countAgain(facet: Facet, counted: Facet | undefined): Facet {
  if (counted === undefined) return facet;
  const isComplete = counted.valueCount <= counted.values.length;
  const counts = new Map(counted.values.map(({ value, count }) => [value, count]));
  const again = facet.values.map((each): FacetValue => {
    return { ...each, count: counts.get(each.value) ?? (isComplete ? 0 : null) };
  });
  if (facet.values.some(({ value }) => counts.has(value))) return { ...facet, values: again };
  const values = [...counted.values, ...again].slice(0, again.length);
  return { ...facet, valueCount: Math.max(facet.valueCount, counted.valueCount), values };
}

/**
 * Adds the values that the conditions select, if the facet does not contain them. A facet contains only the most
 * frequent values of its field.
 */
export function withChosen(facet: Facet, conditions: readonly Condition[]): Facet {
  const chosen = conditions
    .filter(({ operator }) => operator === "eq" || operator === "in")
    .flatMap(({ value }) => (Array.isArray(value) ? value : [value]));
  const added = chosen
    .filter((json) => json !== null && !facet.values.some((each) => (each.json ?? each.value) === json))
    .map((json): FacetValue => ({ value: typeof json === "string" ? json : JSON.stringify(json), json, count: null }));
  return added.length === 0 ? facet : countAgain({ ...facet, values: [...facet.values, ...added] }, facet);
}
