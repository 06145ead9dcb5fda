import { findQueryField, formatQuery, joinQueries, type QueryNode, type QueryTerm } from "@threadline/schema/query";
import type { LogResource } from "../log-resource.ts";
import { parsedQuery, queriedList } from "./query-text.ts";

export interface PartSearch {
  /** Condition that compares whole names, such as `tool:search`. */
  readonly whole: string;
  /** Condition that finds names with this part, such as `tool:*search*`. */
  readonly part: string;
  /** The query with `part` instead of `whole`. */
  readonly query: string;
}

/** Returns how to search for a part of the first name that the query compares as a whole; undefined without one. */
export function partSearch(resource: LogResource, query: string | undefined): PartSearch | undefined {
  const node = query === undefined ? null : parsedQuery(query);
  const nodes = node?.kind === "and" ? node.nodes : node === null ? [] : [node];
  for (const [at, term] of nodes.entries()) {
    const found = term.kind === "term" && isName(resource, term.field) ? containing(term) : undefined;
    if (found !== undefined) {
      return {
        whole: formatQuery(term),
        part: formatQuery(found),
        query: formatQuery(joinQueries(nodes.with(at, found))),
      };
    }
  }
  return undefined;
}

function containing(term: QueryTerm): QueryNode | undefined {
  if (term.path !== undefined || term.test.kind !== "is") return undefined;
  const [value, ...more] = term.test.values;
  if (value?.kind !== "exact" || more.length > 0) return undefined;
  return { ...term, test: { kind: "is", values: [{ kind: "contains", text: value.text }] } };
}

/** Whether a field is the name of a record, of a tool or of a model. */
function isName(resource: LogResource, name: string): boolean {
  const field = findQueryField(queriedList(resource), name)?.field ?? name.toLowerCase();
  return ["name", "stepName", "model", "tool"].includes(field);
}
