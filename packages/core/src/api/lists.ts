import type { PageInfo, PaginatedResponse } from "../types/lists.ts";

/** A Relay connection as the wire has it. */
export interface Connection<Node> {
  totalCount: number;
  pageInfo: PageInfo;
  edges: readonly { node: Node }[];
}

/** What a list is asked with: the types of its filter and order, and what to select of each record. */
export interface ListShape {
  filter: string;
  orderBy?: string;
  /** Further arguments, with their types. */
  more?: Readonly<Record<string, string>>;
  selection: string;
}

/** The arguments and the selection of a list document. */
export function listDocument(field: string, { filter, orderBy, more = {}, selection }: ListShape): string {
  const types: Record<string, string> = {
    first: "Int",
    last: "Int",
    after: "ID",
    before: "ID",
    cursorAnchor: "DateTime",
    filters: `[${filter}!]`,
    ...(orderBy === undefined ? {} : { orderBy }),
    ...more,
  };
  const names = Object.keys(types);
  return `(${names.map((name) => `$${name}: ${types[name]}`).join(", ")}) {
    ${field}(${names.map((name) => `${name}: $${name}`).join(", ")}) {
      totalCount pageInfo { startCursor endCursor hasNextPage hasPreviousPage } edges { node { ${selection} } }
    }
  }`;
}

/** Turns a connection into the page that an operation resolves to. */
export function toPage<Node, Item>(
  { edges, pageInfo, totalCount }: Connection<Node>,
  toItem: (node: Node) => Item,
): PaginatedResponse<Item> {
  return { data: edges.map(({ node }) => toItem(node)), pageInfo, totalCount };
}
