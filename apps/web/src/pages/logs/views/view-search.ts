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
  const { filters, query, columns, orderBy, timeRange } = view;
  const q = query === null ? filters.find(isSearch) : undefined;
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
    query: query ?? undefined,
    columns: layout ? writeLayout(layout) : undefined,
    order: orderBy ? `${orderBy.column}:${orderBy.direction}` : undefined,
    all: resource === "runs" && roots === undefined ? true : undefined,
    experiments: roots !== undefined && noExperiments === undefined && !hasEnvironment ? true : undefined,
    savedView: view.id,
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
  const { filters = [], q, query = null, order, range, from, to } = search;
  const [column, direction] = order?.split(":") ?? [];
  const texts: Condition[] =
    q === undefined ? [] : [{ field: searchField(rest.resource), operator: "ilike", value: q }];
  const defaults = rest.resource === "runs" ? defaultsOfRuns(search) : [];
  return {
    ...rest,
    columns: rest.columns && [...rest.columns],
    filters: [...filters, ...texts, ...defaults],
    query,
    orderBy: column === undefined ? null : { column, direction: direction === "ASC" ? "ASC" : "DESC" },
    timeRange: range ? { last: range } : { from, to },
  };
}

/** Content of a saved view, as the input of an update. */
export function contentOf(view: SavedViewFragment): Omit<SavedViewFragment, "id" | "isOwn"> {
  const { id: _id, isOwn: _isOwn, ...content } = view;
  return content;
}

/** Search of the whole list. It also resets the order and the columns. */
export const wholeList: LogSearch = {
  filters: undefined,
  q: undefined,
  query: undefined,
  columns: undefined,
  order: undefined,
  all: undefined,
  experiments: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
  savedView: undefined,
};

export function isWholeList(search: LogSearch): boolean {
  return search.savedView === undefined && partsOfView(search) === partsOfView(wholeList);
}

/** The saved view of a list, and whether the list was changed since the view was opened. */
export interface OpenView {
  readonly view: SavedViewFragment;
  readonly isChanged: boolean;
}

/**
 * Returns the saved view that a list shows: the view that was opened, or else one with the same content. A view that is
 * the whole list is only open if it was opened.
 */
export function openViewOf(
  resource: LogResource,
  views: readonly SavedViewFragment[],
  search: LogSearch,
): OpenView | undefined {
  const opened = views.find(({ id }) => id === search.savedView);
  if (opened) return { view: opened, isChanged: !shows(resource, opened, search) };
  const view = views.find((each) => shows(resource, each, search) && !isEmpty(searchOfView(resource, each)));
  return view && { view, isChanged: false };
}

/** Whether a list shows the content of a view. The record in the side panel is not part of a view. */
function shows(resource: LogResource, view: SavedViewFragment, search: LogSearch): boolean {
  const times = view.timeRange ? {} : { range: undefined, from: undefined, to: undefined };
  return partsOfView(searchOfView(resource, view)) === partsOfView({ ...search, ...times });
}

function isEmpty(search: LogSearch): boolean {
  return Object.values({ ...search, savedView: undefined }).every((value) => value === undefined);
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
