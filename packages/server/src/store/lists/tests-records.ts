import type { ListFilter } from "../list.ts";

/** Fields of threads whose values are counted for each thread. */
const countedFields: ReadonlySet<string> = new Set(["stepCount", "toolCount", "errorCount", "turnCount"]);

/**
 * Whether a read with these arguments may test many records, because no index selects the records of a filter. The
 * arguments are those of a store method: the project, then the query.
 */
export function testsRecords(values: readonly unknown[]): boolean {
  const [, query] = values as readonly [string, { readonly filters?: readonly ListFilter[] }?];
  return query?.filters?.some(isTested) ?? false;
}

function isTested(filter: ListFilter): boolean {
  if ("any" in filter) return filter.any.some((filters) => filters.some(isTested));
  if ("someStep" in filter || "noStep" in filter) return true;
  if ("not" in filter) return isTested(filter.not);
  return (
    countedFields.has(filter.field) ||
    filter.path !== undefined ||
    filter.operator === "ilike" ||
    filter.operator === "nilike"
  );
}
