import type { SavedViewFragment, SaveViewMutationVariables } from "../../../generated/saved-views.ts";
import { readLayout, writeLayout } from "../column-layout.ts";
import type { Condition } from "../filters/condition.ts";
import type { LogResource } from "../log-resource.ts";
import { searchField } from "../search-field.ts";
import { defaultsOfRuns } from "../log-conditions.ts";
import { isNoExperiment, isRootRun, type LogSearch, quickRanges } from "../log-search.ts";

type ViewInput = SaveViewMutationVariables["view"];

/**
 * Converts a saved view to the search of a log list. It contains `range`, `from` and `to` only if the view has a time
 * range.
 */
export function searchOfView(resource: LogResource, view: SavedViewFragment): LogSearch {
  const { filters, columns, orderBy, timeRange } = view;
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
    query: undefined,
    columns: layout ? writeLayout(layout) : undefined,
    order: orderBy ? `${orderBy.column}:${orderBy.direction}` : undefined,
    all: resource === "runs" && roots === undefined ? true : undefined,
    experiments: roots !== undefined && noExperiments === undefined && !hasEnvironment ? true : undefined,
    ...(timeRange && {
      range: quickRanges.find((range) => range === timeRange.last),
      from: timeRange.from ?? undefined,
      to: timeRange.to ?? undefined,
    }),
  };
}

/** Returns a view of the current search. A range that ends now is stored as such, not as times. */
export function viewOfSearch(
  search: LogSearch,
  rest: Pick<ViewInput, "name" | "isShared" | "resource"> & { readonly columns: readonly string[] | null },
): ViewInput {
  const { filters = [], q, order, range, from, to } = search;
  const [column, direction] = order?.split(":") ?? [];
  const texts: Condition[] =
    q === undefined ? [] : [{ field: searchField(rest.resource), operator: "ilike", value: q }];
  const defaults = rest.resource === "runs" ? defaultsOfRuns(search) : [];
  return {
    ...rest,
    columns: rest.columns && [...rest.columns],
    filters: [...filters, ...texts, ...defaults],
    orderBy: column === undefined ? null : { column, direction: direction === "ASC" ? "ASC" : "DESC" },
    timeRange: range ? { last: range } : { from, to },
  };
}

/**
 * Whether a list shows a saved view. The record in the side panel is not part of a view. A view that is the whole list
 * does not count as open.
 */
export function isOpenView(resource: LogResource, view: SavedViewFragment, search: LogSearch): boolean {
  const wanted = searchOfView(resource, view);
  const isWholeList = Object.values(wanted).every((value) => value === undefined);
  const times = view.timeRange ? {} : { range: undefined, from: undefined, to: undefined };
  return !isWholeList && partsOfView(wanted) === partsOfView({ ...search, ...times });
}

function partsOfView(search: LogSearch): string {
  const { filters = [], q, query, columns, order, all, experiments, range, from, to } = search;
  return JSON.stringify([
    filters.map(({ field, operator, value, path }) => [field, operator, value, path]),
    q,
    query,
    columns,
    order,
    all,
    experiments,
    // As in `periodOfList`, the range takes precedence.
    range ?? [from, to].map((time) => time && Date.parse(time)),
  ]);
}

function isSame({ field, operator, value }: SavedViewFragment["filters"][number], wanted: Condition): boolean {
  return field === wanted.field && operator === wanted.operator && value === wanted.value;
}

function isSearch({ field, operator }: SavedViewFragment["filters"][number]): boolean {
  return (field === "content" || field === "comment") && operator === "ilike";
}
