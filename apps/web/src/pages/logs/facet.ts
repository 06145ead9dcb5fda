import type { RecordFacetsQuery } from "../../generated/analytics.ts";
import type { Condition } from "./filters/condition.ts";

type CountedFacet = RecordFacetsQuery["facets"]["facets"][number];

export interface Facet extends Pick<CountedFacet, "field" | "path" | "valueCount"> {
  /** Whether there were more values than are listed when the facet was first counted. */
  readonly hadMore?: boolean;
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
 * Updates the counts of a facet. Its values with matches keep their order. The other values go last and give their
 * places to new values with matches, so that the number of values stays the same. Score names all stay in place: they
 * are counted with their own condition, so selecting one would move it.
 */
export function countAgain(facet: Facet, counted: Facet | undefined): Facet {
  if (counted === undefined) return facet;
  const isComplete = counted.valueCount <= counted.values.length;
  const counts = new Map(counted.values.map(({ value, count }) => [value, count]));
  const again = facet.values.map((each): FacetValue => {
    return { ...each, count: counts.get(each.value) ?? (isComplete ? 0 : null) };
  });
  const kept = again.filter(({ value }) => counts.has(value));
  const { valueCount } = counted;
  if (facet.field === "scoreName" && kept.length > 0) return { ...facet, valueCount, values: again };
  const values = [
    ...kept,
    ...counted.values.filter(({ value }) => !facet.values.some((each) => each.value === value)),
    ...again.filter(({ value }) => !counts.has(value)),
  ].slice(0, again.length);
  return { ...facet, valueCount, values };
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
