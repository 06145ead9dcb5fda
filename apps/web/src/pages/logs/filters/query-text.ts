import {
  divideQuery,
  findQueryField,
  formatQuery,
  isAboutSteps,
  joinQueries,
  parseQuery,
  type QueriedList,
  QueryError,
  type QueryNode,
  queryOfCondition,
  resolveQuery,
} from "@threadline/schema/query";
import type { LogResource } from "../log-resource.ts";
import type { LogSearch } from "../log-search.ts";
import { sharesNames } from "./carry-conditions.ts";
import type { Condition } from "./condition.ts";

/** Content of the search box: either plain text (`q`) or a `query`. */
export type SearchedText = Pick<LogSearch, "q" | "query">;

export function queriedList(resource: LogResource): QueriedList {
  return resource === "runs" ? "steps" : resource;
}

/** Parses the content of the search box. Plain words become one search text. Throws a `QueryError`. */
export function readSearchText(resource: LogResource, given: string, now: number): Required<SearchedText> {
  const text = given.trim();
  const node = parseQuery(text);
  if (node === null) return { q: undefined, query: undefined };
  if (node.kind === "text") return { q: node.text, query: undefined };
  if (arePlainWords(node, text)) return { q: text, query: undefined };
  resolveQuery(node, { list: queriedList(resource), now });
  return { q: undefined, query: text };
}

function arePlainWords(node: QueryNode, text: string): boolean {
  const areTexts = node.kind === "and" && node.nodes.every(({ kind }) => kind === "text");
  return areTexts && !/["()]|(?:^|\s)AND\s/u.test(text);
}

export function formatSearchText({ q, query }: SearchedText): string {
  if (query !== undefined) {
    const node = parsedQuery(query);
    return node && arePlainWords(node, query.trim()) ? formatQuery(node) : query;
  }
  if (q === undefined) return "";
  const node = parsedQuery(q);
  return node && (node.kind === "text" || arePlainWords(node, q.trim())) ? q : formatQuery({ kind: "text", text: q });
}

/** Parses a query; returns null if it is blank or invalid. */
export function parsedQuery(text: string): QueryNode | null {
  try {
    return parseQuery(text);
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}

/** Moves the parts of the search text that can be filters to the filters. Everything else stays in the search text. */
export function moveToChips(
  resource: LogResource,
  text: string,
  { filters, now }: { readonly filters: readonly Condition[]; readonly now: number },
): Pick<LogSearch, "filters" | "q" | "query"> {
  const { q, query } = readSearchText(resource, text, now);
  const node = query === undefined ? null : parseQuery(query);
  if (node === null) return { filters, q, query };
  const { conditions, rest } = divideQuery(node, { list: queriedList(resource), now });
  const remaining = rest === null ? "" : conditions.length === 0 ? (query ?? "") : formatQuery(rest);
  return {
    filters: [...filters, ...conditions.map((condition): Condition => ({ ...condition }))],
    ...readSearchText(resource, remaining, now),
  };
}

/**
 * Converts filters to search text, as far as a query can express them. Filters on the steps of a thread are a special
 * case: each filter may match a different step, but all conditions of a query must match the same step. So if there are
 * several conditions on steps, these filters stay filters.
 */
export function moveToText(
  resource: LogResource,
  { filters = [], q, query }: Pick<LogSearch, "filters" | "q" | "query">,
): Pick<LogSearch, "filters" | "q" | "query"> {
  const list = queriedList(resource);
  const own =
    query === undefined ? (q === undefined ? null : ({ kind: "text", text: q } as const)) : parsedQuery(query);
  const isOfSteps = (node: QueryNode): boolean => isAboutSteps(node, list);
  const written = own?.kind === "and" ? own.nodes : own === null ? [] : [own];
  const expressible = filters.map((condition) => queryOfCondition(list, condition));
  const ofSteps = [...written, ...expressible].filter((node) => node !== undefined && isOfSteps(node));
  const nodes = expressible.map((node) => (node && ofSteps.length > 1 && isOfSteps(node) ? undefined : node));
  const found = nodes.filter((node) => node !== undefined);
  if (found.length === 0 || (query !== undefined && own === null)) return { filters, q, query };
  return {
    filters: filters.filter((_, index) => nodes[index] === undefined),
    q: undefined,
    query: formatQuery(joinQueries(own === null ? found : [...found, own])),
  };
}

/** Returns the text to highlight in the results. For a query, this is the first text that all results must contain. */
export function textToMark({ q, query }: SearchedText): string | undefined {
  if (q !== undefined) return q;
  const node = query === undefined ? null : parsedQuery(query);
  const nodes = node?.kind === "and" ? node.nodes : node === null ? [] : [node];
  return nodes.find((each) => each.kind === "text")?.text;
}

/**
 * Converts a query for another list. Omits conditions that have another meaning in the other list. Returns undefined if
 * no condition remains, or if the other list lacks the field of a remaining condition.
 */
export function carryQuery(
  query: string | undefined,
  lists: { readonly from: LogResource; readonly to: LogResource },
): string | undefined {
  const node = query === undefined ? null : parsedQuery(query);
  if (node === null) return undefined;
  const nodes = node.kind === "and" ? node.nodes : [node];
  const kept = nodes.filter((each) => keepsMeaning(each, lists));
  if (kept.length === 0) return undefined;
  const carried = kept.length === nodes.length ? query : formatQuery(joinQueries(kept));
  try {
    return readSearchText(lists.to, carried ?? "", Date.now()).query;
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
}

function keepsMeaning(node: QueryNode, lists: { readonly from: LogResource; readonly to: LogResource }): boolean {
  switch (node.kind) {
    case "and":
    case "or":
      return node.nodes.every((each) => keepsMeaning(each, lists));
    case "not":
      return keepsMeaning(node.node, lists);
    case "text":
      return true;
    case "term": {
      const own = findQueryField(queriedList(lists.from), node.field)?.field;
      const other = findQueryField(queriedList(lists.to), node.field)?.field;
      const isName = [own, other].some((field) => field === "name" || field === "stepName");
      return (!isName && (own !== "id" || other !== "id")) || (own === other && sharesNames(lists));
    }
  }
}
