import type { Filter } from "../list.ts";
import type { ListSearch } from "../lists/postgres/record-list.ts";
import { rowsBy } from "./rows-by.ts";
import { type SearchedField, type SearchTerm, searchTermOf } from "./search-terms.ts";

type SearchedFields = Readonly<Record<string, SearchedField>>;

/** The index over payloads for a list of steps, whose fields look into them in these ways. */
export function searchOfSteps(fields: SearchedFields): ListSearch {
  return {
    termOf: (filter) => termOf(fields, filter),
    among: (_, steps) => ({ sql: "r.key = ANY(?::bigint[])", parameters: [steps] }),
  };
}

/** The same for a list of threads, which have the payloads of their steps. */
export function searchOfThreads(fields: SearchedFields): ListSearch {
  return {
    termOf: (filter) => termOf(fields, filter),
    among: (project, steps) => ({
      sql: `r.id IN (SELECT s.thread_id FROM ${rowsBy("steps", "key")} s WHERE s.thread_id IS NOT NULL)`,
      parameters: [steps, project],
    }),
  };
}

function termOf(fields: SearchedFields, filter: Filter): SearchTerm | undefined {
  const field = Object.hasOwn(fields, filter.field) ? fields[filter.field] : undefined;
  return field === undefined ? undefined : searchTermOf(filter, field);
}
