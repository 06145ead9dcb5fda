import { readListArguments } from "../records/list-arguments.ts";
import type { ListArguments } from "../records/list-arguments.ts";
import type { ListedResource } from "../store/filter-fields.ts";
import type { Lister, ListQuery, Page } from "../store/list.ts";
import type { RequestContext } from "./context.ts";
import type { Connection } from "./sources.ts";

/** Reads a page of a list as a connection. `toNode` converts a stored record to a node. */
export async function listConnection<Stored, Node>(
  { project, now }: Pick<RequestContext, "now" | "project">,
  {
    resource,
    lister,
    args,
    toNode,
  }: {
    resource: ListedResource;
    lister: Lister<Stored>;
    args: ListArguments;
    toNode: (record: Stored) => Node;
  },
): Promise<Connection<Node>> {
  const query = readListArguments(resource, args, now());
  const page = await lister.list(project.id, query);
  return {
    edges: page.edges.map(({ cursor, node }) => ({ cursor, node: toNode(node) })),
    pageInfo: {
      hasNextPage: page.hasNextPage,
      hasPreviousPage: page.hasPreviousPage,
      startCursor: page.edges[0]?.cursor ?? null,
      endCursor: page.edges.at(-1)?.cursor ?? null,
    },
    totalCount: async () =>
      countOfWhole(query, page) ??
      lister.count(project.id, { filters: query.filters, cursorAnchor: query.cursorAnchor }),
  };
}

/**
 * Computes the total number of records from a page. This is possible if the page is the last one and the number of
 * records before the page is known. Otherwise, returns undefined, because counting the records can be expensive.
 */
function countOfWhole(
  { after, before, skip = 0, first }: ListQuery,
  { edges, hasNextPage, hasPreviousPage }: Page<unknown>,
): number | undefined {
  if (after !== undefined || before !== undefined || hasNextPage) return undefined;
  if (first === undefined) return hasPreviousPage || skip > 0 ? undefined : edges.length;
  return edges.length > 0 || skip === 0 ? skip + edges.length : undefined;
}

/** Returns the record unchanged, for lists whose nodes equal their records. */
export function asIs<Stored>(record: Stored): Stored {
  return record;
}
