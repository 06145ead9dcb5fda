import type { SavedViewFragment, SaveViewMutationVariables } from "../../../generated/saved-views.ts";
import { readLayout, writeLayout } from "../column-layout.ts";
import type { Condition } from "../filters/condition.ts";
import type { LogResource } from "../log-resource.ts";
import { isRootRun, type LogSearch } from "../log-search.ts";

type ViewInput = SaveViewMutationVariables["view"];

/** Converts a saved view to the search of a log list. A view contains no time range, so the search contains none. */
export function searchOfView(resource: LogResource, view: SavedViewFragment): LogSearch {
  const { filters, columns, orderBy } = view;
  const q = filters.find(isSearch);
  const roots = resource === "runs" ? filters.find(hasRootsOnly) : undefined;
  const layout = readLayout(resource, columns);
  const others = filters.filter((filter) => filter !== q && filter !== roots);
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
  };
}

/** Returns a view of the current search. It has no explicit times, which would become outdated. */
export function viewOfSearch(
  { filters = [], q, order, all }: LogSearch,
  rest: Pick<ViewInput, "name" | "isShared" | "resource"> & { readonly columns: readonly string[] },
): ViewInput {
  const [column, direction] = order?.split(":") ?? [];
  const search: Condition[] =
    q === undefined ? [] : [{ field: searchField(rest.resource), operator: "ilike", value: q }];
  const roots = rest.resource === "runs" && all !== true ? [isRootRun] : [];
  return {
    ...rest,
    columns: [...rest.columns],
    filters: [...filters, ...search, ...roots],
    orderBy: column === undefined ? null : { column, direction: direction === "ASC" ? "ASC" : "DESC" },
  };
}

export function searchField(resource: LogResource | ViewInput["resource"]): string {
  return resource === "scores" ? "comment" : "content";
}

function hasRootsOnly({ field, operator, value }: SavedViewFragment["filters"][number]): boolean {
  return field === isRootRun.field && operator === isRootRun.operator && value === isRootRun.value;
}

function isSearch({ field, operator }: SavedViewFragment["filters"][number]): boolean {
  return (field === "content" || field === "comment") && operator === "ilike";
}
