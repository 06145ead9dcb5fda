import { parseQuery, type QueryFilter, QueryError, resolveQuery } from "@threadline/schema/query";
import type { ListedResource } from "../store/filter-fields.ts";
import type { ListFilter } from "../store/list.ts";
import { badInput } from "./errors.ts";
import { readFilter } from "./filters.ts";
import type { Given } from "./text.ts";

/** Parses the query of a list to filters. Records must match all of them. */
export function readQuery(list: ListedResource, text: Given<string>, now: number): ListFilter[] {
  if (text == null) return [];
  try {
    const query = parseQuery(text);
    return query === null ? [] : resolveQuery(query, { list, now }).map((filter) => validated(list, filter));
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw badInput("query", `at character ${error.start + 1}: ${error.message}`);
  }
}

function validated(list: ListedResource, filter: QueryFilter): ListFilter {
  const all = (filters: readonly QueryFilter[]): ListFilter[] => filters.map((each) => validated(list, each));
  if ("any" in filter) return { any: filter.any.map(all) };
  if ("someStep" in filter) return { someStep: all(filter.someStep) };
  if ("noStep" in filter) return { noStep: all(filter.noStep) };
  return "not" in filter ? { not: readFilter(list, "query", filter.not) } : readFilter(list, "query", filter);
}
