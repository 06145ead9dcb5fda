import type { CallOptions } from "../transport/transport.ts";
import type { ListOperation, PageArguments, PageInfo, PaginatedResponse } from "../types/lists.ts";

interface Connection<Node> {
  totalCount: number;
  pageInfo: PageInfo;
  edges: readonly { node: Node }[];
}

export function toPage<Node, Item>(
  { edges, pageInfo, totalCount }: Connection<Node>,
  toItem: (node: Node) => Item,
): PaginatedResponse<Item> {
  return { data: edges.map(({ node }) => toItem(node)), pageInfo, totalCount };
}

/** Number of records that `all` reads per request. The service accepts no larger number. */
const PAGE_SIZE = 100;

export function listOperation<Arguments extends PageArguments, Item>(
  getPage: (list: Arguments | undefined, options?: CallOptions) => Promise<PaginatedResponse<Item>>,
): ListOperation<Arguments, Item> {
  async function* all(list?: Omit<Arguments, "before">, options?: CallOptions): AsyncGenerator<Item, undefined> {
    let after = list?.after;
    do {
      // The cast is valid, because `first` and `after` are fields of every `Arguments` type. TypeScript cannot prove
      // this.
      const { data, pageInfo } = await getPage({ first: PAGE_SIZE, ...list, after } as Arguments, options);
      yield* data;
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
  }
  const operation = (list?: Arguments, options?: CallOptions): Promise<PaginatedResponse<Item>> =>
    getPage(list, options);
  // The cast is safe, because `defineProperty` adds `all`.
  return Object.defineProperty(operation, "all", { value: all }) as ListOperation<Arguments, Item>;
}
