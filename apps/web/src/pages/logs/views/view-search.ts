import type { SavedViewFragment, SaveViewMutationVariables } from "../../../generated/saved-views.ts";
import { readLayout, writeLayout } from "../column-layout.ts";
import type { Condition } from "../filters/condition.ts";
import type { LogResource } from "../log-resource.ts";
import { defaultsOfRuns } from "../log-conditions.ts";
import { isNoExperiment, isRootRun, type LogSearch } from "../log-search.ts";

type ViewInput = SaveViewMutationVariables["view"];

/** Converts a saved view to the search of a log list. A view contains no time range, so the search contains none. */
export function searchOfView(resource: LogResource, view: SavedViewFragment): LogSearch {
  const { filters, columns, orderBy } = view;
  const q = filters.find(isSearch);
  const roots = resource === "runs" ? filters.find((filter) => isSame(filter, isRootRun)) : undefined;
  // In a view of all runs, which has no condition for root runs, this is not a default condition, but a filter of the
  // user.
  const noExperiments = roots && filters.find((filter) => isSame(filter, isNoExperiment));
  const layout = readLayout(resource, columns);
  const others = filters.filter((filter) => filter !== q && filter !== roots && filter !== noExperiments);
  const hasEnvironment = others.some(({ field }) => field === isNoExperiment.field);
  return {
    filters:
      others.length === 0
        ? undefined
        : others.map(({ field, operator, value, path }) => ({
            field,
            operator,
            value,
            ...(path !== null && { path }),
          })),
    q: typeof q?.value === "string" ? q.value : undefined,
    columns: layout ? writeLayout(layout) : undefined,
    order: orderBy ? `${orderBy.column}:${orderBy.direction}` : undefined,
    all: resource === "runs" && roots === undefined ? true : undefined,
    experiments: roots !== undefined && noExperiments === undefined && !hasEnvironment ? true : undefined,
  };
}

/** Returns a view of the current search. It has no explicit times, which would become outdated. */
export function viewOfSearch(
  search: LogSearch,
  rest: Pick<ViewInput, "name" | "isShared" | "resource"> & { readonly columns: readonly string[] | null },
): ViewInput {
  const { filters = [], q, order } = search;
  const [column, direction] = order?.split(":") ?? [];
  const texts: Condition[] =
    q === undefined ? [] : [{ field: searchField(rest.resource), operator: "ilike", value: q }];
  const defaults = rest.resource === "runs" ? defaultsOfRuns(search) : [];
  return {
    ...rest,
    columns: rest.columns && [...rest.columns],
    filters: [...filters, ...texts, ...defaults],
    orderBy: column === undefined ? null : { column, direction: direction === "ASC" ? "ASC" : "DESC" },
  };
}

/** Whether two searches are the same view. Times and the record in the side panel are not part of a view. */
export function isSameView(one: LogSearch, other: LogSearch): boolean {
  return partsOfView(one) === partsOfView(other);
}

function partsOfView({ filters = [], q, query, columns, order, all, experiments }: LogSearch): string {
  return JSON.stringify([
    filters.map(({ field, operator, value, path }) => [field, operator, value, path]),
    q,
    query,
    columns,
    order,
    all,
    experiments,
  ]);
}

export function searchField(resource: LogResource | ViewInput["resource"]): string {
  return resource === "scores" ? "comment" : "content";
}

function isSame({ field, operator, value }: SavedViewFragment["filters"][number], wanted: Condition): boolean {
  return field === wanted.field && operator === wanted.operator && value === wanted.value;
}

function isSearch({ field, operator }: SavedViewFragment["filters"][number]): boolean {
  return (field === "content" || field === "comment") && operator === "ilike";
}
