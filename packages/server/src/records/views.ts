import type { ViewInput } from "@threadline/schema/server";
import type { ListedResource } from "../store/filter-fields.ts";
import type { ViewFilter, ViewRecord, ViewResource, ViewTimeRange } from "../store/views.ts";
import { badInput } from "./errors.ts";
import { readFilters } from "./filters.ts";
import { recordLimits } from "./limits.ts";
import { readOrder } from "./list-arguments.ts";
import { readQuery } from "./query.ts";
import { readRequiredName, readText, toStorableText } from "./text.ts";

/**
 * Reads the content of a view. Throws if the list that the view shows does not accept the filters, the query or the
 * order. Filters and the query are stored unchanged. `now` is the time from which relative times in the query are
 * computed.
 */
export function readView(
  { name, resource, filters, query, columns, orderBy, timeRange, isShared }: ViewInput,
  now: number,
): Omit<ViewRecord, "createdAt" | "id" | "ownerId" | "updatedAt"> {
  const list = listOf(resource);
  readFilters(list, filters);
  readQuery(list, query, now);
  const limit = recordLimits.viewColumns;
  if (columns && columns.length > limit) throw badInput("view.columns", `at most ${limit} are allowed`, limit);
  return {
    name: readText("view.name", readRequiredName("view.name", name), recordLimits.idLength),
    resource,
    filters: toStoredFilters(filters),
    query: query == null || query.trim() === "" ? null : toStorableText(query),
    columns:
      columns?.map((column, index) => readText(`view.columns[${index}]`, column, recordLimits.nameLength)) ?? null,
    orderBy: readOrder(list, orderBy) ?? null,
    timeRange: readTimeRange(timeRange),
    isShared: isShared ?? false,
  };
}

const lengths = ["15m", "1h", "24h", "7d", "30d", "90d"];

function readTimeRange(range: ViewInput["timeRange"]): ViewTimeRange | null {
  if (range == null) return null;
  const { last = null, from = null, to = null } = range;
  if (last !== null && !lengths.includes(last))
    throw badInput("view.timeRange.last", `must be one of ${lengths.join(", ")}`);
  if (last !== null && (from ?? to) !== null)
    throw badInput("view.timeRange.last", "cannot be combined with from and to");
  if (from !== null && to !== null && from >= to) throw badInput("view.timeRange.to", "must be later than from");
  return { last, from, to };
}

export function toStoredFilters(filters: ViewInput["filters"]): ViewFilter[] {
  return (filters ?? []).map(({ path, field, operator, value }) => ({
    path: path ?? null,
    field,
    operator,
    value: value ?? null,
  }));
}

/** Returns the list that a view shows. Runs are steps of the type `run`. */
function listOf(resource: ViewResource): ListedResource {
  return resource === "runs" ? "steps" : resource;
}
