import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useProjectId } from "./project-id.ts";
import { request } from "./request.ts";
import type { Operation } from "../operation.ts";
import { ofSameProject } from "./use-request.ts";

export interface ListPage<Node> {
  readonly nodes: readonly Node[];
  /**
   * Position from which to load the next page: a cursor, or the number of records to skip. Null after the last page.
   */
  readonly next: string | null;
  readonly totalCount: number;
}

export function connectionPage<Node>(connection: {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly edges: readonly { readonly node: Node }[];
}): ListPage<Node> {
  const { edges, pageInfo, totalCount } = connection;
  return { nodes: edges.map(({ node }) => node), next: pageInfo.hasNextPage ? pageInfo.endCursor : null, totalCount };
}

/** Loads all pages of a list while `isNeeded`, for an order or a filter that the service does not offer. */
export function useWholeList(
  { hasMore, isLoadingMore, error, loadMore }: Omit<ReturnType<typeof usePages>, "nodes">,
  isNeeded: boolean,
): void {
  const needsMore = isNeeded && hasMore && !isLoadingMore && !error;
  useEffect(() => {
    if (needsMore) loadMore();
  });
}

/**
 * Reads a list page by page. When the search or the order changes, keeps the previous rows until the new rows arrive,
 * and marks them as stale.
 */
export function usePages<Result, Variables, Node>({
  operation,
  variables,
  read,
  isTyping = false,
}: {
  readonly operation: Operation<Result, Variables>;
  /** Returns the variables for a page. `from` is the `next` of the previous page; null for the first page. */
  readonly variables: (from: string | null) => Variables;
  readonly read: (result: Result, from: string | null) => ListPage<Node>;
  readonly isTyping?: boolean | undefined;
}) {
  const projectId = useProjectId();
  const query = useInfiniteQuery({
    queryKey: [projectId, operation.text, variables(null), "pages"],
    queryFn: async ({ pageParam, signal }) =>
      read(await request({ projectId, operation, variables: variables(pageParam), signal }), pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: (previous, before) => ofSameProject(projectId, previous, before),
  });
  return {
    nodes: query.data?.pages.flatMap(({ nodes }) => nodes),
    totalCount: query.data?.pages[0]?.totalCount ?? 0,
    error: query.error,
    retry: () => void query.refetch(),
    isStale: query.data !== undefined && (query.isPlaceholderData || isTyping),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}
