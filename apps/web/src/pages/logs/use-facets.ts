import { useQueries } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { ofSameProject, operationOptions } from "../../api/use-request.ts";
import { type FacetInput, recordFacets, type RecordFacetsQuery } from "../../generated/analytics.ts";
import { countAgain, type Facet, withChosen } from "./facet.ts";
import { type Condition, isSameField } from "./filters/condition.ts";
import { filterFields } from "./filters/filter-fields.ts";
import { isNoExperiment } from "./log-search.ts";
import type { LogResource } from "./log-resource.ts";

/**
 * Number of values that a facet shows if it has at least two more. If it has only one more, that value is shown, too.
 */
const limit = 8;

interface NamedFacet {
  readonly name: string;
  readonly input: FacetInput;
}

function isOwn(condition: Condition, { name, input }: NamedFacet): boolean {
  // This default of the list of runs is not a selection of the user. The facets count what the list shows.
  if (condition === isNoExperiment) return false;
  // In most facets, selecting a value changes the condition on the facet's field, so the values are counted without
  // that condition. Selecting a score name adds a condition instead, so score names are counted with all conditions.
  return input.field !== "scoreName" && isSameField(condition, { field: name, path: input.path ?? undefined });
}

/**
 * Returns the conditions for counting the values of a facet. Omits the conditions on the facet's own field, so that
 * values that are not selected are counted too.
 */
export function conditionsAround(
  resource: LogResource,
  conditions: readonly Condition[],
  { field, path }: Pick<Facet, "field" | "path">,
): Condition[] {
  const named = filterFields[resource].find(({ facet }) => facet === field);
  if (named === undefined) return [...conditions];
  return conditions.filter((condition) => !isOwn(condition, { name: named.name, input: { field, path } }));
}

/**
 * Reads the values of each facet and their counts. The values of a field are counted without the conditions on that
 * field, so that a user can select other values.
 */
export function useFacets({
  resource,
  conditions,
  query,
  paths,
  isHeld,
}: {
  readonly resource: LogResource;
  readonly conditions: readonly Condition[];
  readonly query: string | undefined;
  /** Metadata paths for which to show the most frequent values. */
  readonly paths: readonly string[];
  /** Whether the facets and their values stay in place, and only their counts change. */
  readonly isHeld: boolean;
}) {
  const projectId = useProjectId();
  const fields = filterFields[resource].flatMap(({ name, facet }): NamedFacet[] => {
    // The labels of a score are only counted when the user opens the score.
    if (facet === undefined || facet === "scoreLabel") return [];
    if (facet === "metadata") return paths.map((path) => ({ name, input: { field: facet, path } }));
    return [{ name, input: { field: facet } }];
  });
  const filtered = fields.filter((field) => conditions.some((condition) => isOwn(condition, field)));
  const free = fields.filter((field) => !filtered.includes(field));
  const asked = [
    ...(free.length > 0 ? [{ fields: free, conditions }] : []),
    ...filtered.map((field) => ({
      fields: [field],
      conditions: conditions.filter((condition) => !isOwn(condition, field)),
    })),
  ];
  const queries = useQueries({
    queries: asked.map((each) => ({
      ...operationOptions(
        projectId,
        recordFacets,
        {
          resource,
          filters: [...each.conditions],
          query,
          fields: each.fields.map(({ input }) => input),
          limit: limit + 1,
        },
        "low",
      ),
      placeholderData: (
        previous: RecordFacetsQuery | undefined,
        before: { readonly queryKey: readonly unknown[] } | undefined,
      ): RecordFacetsQuery | undefined => ofSameProject(projectId, previous, before),
    })),
  });
  const latest = useRef<readonly Facet[]>([]);
  const [held, setHeld] = useState<{ readonly facets: readonly Facet[]; readonly isEstimate: boolean } | null>(null);
  const found = queries
    .flatMap(({ data }) => data?.facets.facets ?? [])
    .map((facet) => (facet.valueCount > limit + 1 ? { ...facet, values: facet.values.slice(0, limit) } : facet));
  const isStale = queries.some(({ isPlaceholderData }) => isPlaceholderData);
  const isNothing = found.length > 0 && found.every(({ values }) => values.length === 0);
  const counted = fields.flatMap(({ name, input }): Facet[] => {
    const isSame = (each: Facet): boolean => each.field === input.field && each.path === (input.path ?? null);
    // Without results, the latest facets with results stay, so that the user sees what can be selected.
    const [before, fresh] = [(held?.facets ?? (isNothing ? latest.current : [])).find(isSame), found.find(isSame)];
    if (before) return [{ ...countAgain(before, fresh), hadMore: before.valueCount > before.values.length }];
    const path = input.path ?? undefined;
    const own = conditions.filter((condition) => isSameField(condition, { field: name, path }));
    return fresh ? [withChosen(fresh, own)] : [];
  });
  const isEstimate = held?.isEstimate ?? queries.some(({ data }) => data?.facets.isEstimate === true);
  useEffect(() => {
    if (!isNothing && !isStale && queries.every(({ data }) => data !== undefined)) latest.current = counted;
  });
  if (!isHeld && held !== null) setHeld(null);
  if (isHeld && held === null && found.length > 0) setHeld({ facets: counted, isEstimate });
  return {
    facets: counted,
    isNothing,
    isEstimate,
    isStale,
    isLoading: queries.every(({ data, error }) => data === undefined && error === null),
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => Promise.all(queries.map((each) => each.refetch())),
  };
}
