import { hashKey, infiniteQueryOptions, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffectEvent, useLayoutEffect, useMemo } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { type ColumnName, showsScores, showsUsage } from "./columns.ts";
import type { Condition } from "./filters/condition.ts";
import { loadLogPage } from "./load-log-page.ts";
import type { LogRecord } from "./log-record.ts";
import type { LogResource } from "./log-resource.ts";
import { isScoreColumn, scoreNameIn } from "./score-columns.ts";

const pageSize = 50;
export const countKey = "log-count";

export function useLogRecords({
  resource,
  conditions,
  query: asked,
  order,
  columns,
  text,
}: {
  readonly resource: LogResource;
  readonly conditions: readonly Condition[];
  readonly query: string | undefined;
  readonly order: string | undefined;
  readonly columns: readonly ColumnName[];
  readonly text: string | undefined;
}) {
  const projectId = useProjectId();
  const withPreviews = columns.includes("input") || columns.includes("output");
  const withScores = showsScores(columns);
  const withUsage = showsUsage(resource, columns);
  const withTurns = columns.includes("turnCount");
  const scoreNames = resource === "threads" ? columns.filter(isScoreColumn).map(scoreNameIn).toSorted() : [];
  const page = {
    resource,
    filters: conditions,
    query: asked,
    order,
    first: pageSize,
    withContent: false,
    withPreviews,
    withScores,
    withUsage,
    withTurns,
    scoreNames,
    withTitles: true,
    text: resource === "scores" ? undefined : text,
  };
  const wanted = { withPreviews, withScores, withUsage, withTurns, scoreNames };
  const queryKey = [projectId, "log", resource, conditions, asked, order, wanted] as const;
  const options = infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => loadLogPage({ ...page, projectId, after: pageParam, signal, priority: "high" }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  // Requests the list before the facets and statistics beside it. Components inside this one would otherwise send their
  // requests first.
  const client = useQueryClient();
  const hash = hashKey(queryKey);
  const requestList = useEffectEvent(() => void client.prefetchInfiniteQuery(options));
  useLayoutEffect(() => requestList(), [hash]);
  const query = useInfiniteQuery({
    ...options,
    placeholderData: (previous, previousQuery) => (previousQuery?.queryKey[2] === resource ? previous : undefined),
    refetchOnWindowFocus: false,
  });
  const { data, hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query;
  const records = useMemo(() => withoutDoubles(data?.pages.flatMap((each) => each.records) ?? []), [data]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  // Counting takes longer than finding the first matches, so it has its own request.
  const count = useQuery({
    queryKey: [projectId, countKey, resource, conditions, asked],
    queryFn: ({ signal }) => {
      const counted = {
        ...page,
        first: 1,
        withPreviews: false,
        withScores: false,
        withUsage: false,
        withTurns: false,
        withTitles: false,
        text: undefined,
        withCount: true,
      };
      return loadLogPage({ ...counted, projectId, signal });
    },
    enabled: hasNextPage && !query.isPlaceholderData,
    refetchOnWindowFocus: false,
  });
  return {
    ...query,
    queryKey,
    page,
    records,
    count,
    totalCount: hasNextPage ? (count.data?.totalCount ?? null) : records.length,
    loadMore,
  };
}

/** Removes duplicates. A record can move to the next page between two requests. */
function withoutDoubles(records: readonly LogRecord[]): LogRecord[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}
