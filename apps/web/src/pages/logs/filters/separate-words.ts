import { formatQuery, joinQueries, QueryError, type QueryNode } from "@threadline/schema/query";
import type { LogResource } from "../log-resource.ts";
import { parsedQuery, readSearchText, type SearchedText } from "./query-text.ts";

/**
 * Returns a query that finds the words of each searched text anywhere, instead of one after the other. Returns
 * undefined if no text has several words, or if the query would have too many conditions or characters.
 */
export function separateWords(resource: LogResource, { q, query }: SearchedText): string | undefined {
  const node = q === undefined ? parsedQuery(query ?? "") : ({ kind: "text", text: q } as const);
  const separate = node && withSeparateWords(node);
  if (separate === node || separate === null) return undefined;
  const separated = formatQuery(separate);
  try {
    readSearchText(resource, separated, Date.now());
    return separated;
  } catch (error) {
    if (error instanceof QueryError) return undefined;
    throw error;
  }
}

function withSeparateWords(node: QueryNode): QueryNode {
  switch (node.kind) {
    case "text": {
      const words = node.text.split(/\s+/u).filter((word) => word !== "");
      return words.length < 2 ? node : joinQueries(words.map((text) => ({ kind: "text", text })));
    }
    case "and":
    case "or": {
      const nodes = node.nodes.map(withSeparateWords);
      if (nodes.every((each, index) => each === node.nodes[index])) return node;
      return node.kind === "or" ? { ...node, nodes } : joinQueries(nodes);
    }
    // A negation keeps its text as a whole. With separate words, it would exclude more records.
    case "not":
    case "term":
      return node;
  }
}
