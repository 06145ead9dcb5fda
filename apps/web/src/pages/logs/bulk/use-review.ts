import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useOperation } from "../../../api/use-request.ts";
import { scoreSchemaList } from "../../../generated/score-schemas.ts";
import { loadLogPage } from "../load-log-page.ts";
import type { LogRecord } from "../log-record.ts";
import type { BulkTarget } from "./bulk-target.ts";
import { defaultChoice, type ReviewChoice } from "./review-choice.ts";

const idsAtOnce = 500;
/** Number of records per page. It is small, because they are read with their full content. */
const pageSize = 20;

/**
 * Reads the records that will be added to a dataset, one page at a time. Keeps the user's {@link ReviewChoice} for each
 * record.
 */
export function useReview({ request, ids }: BulkTarget) {
  const [choices, setChoices] = useState<ReadonlyMap<string, ReviewChoice>>(new Map());
  const schemas = useOperation(scoreSchemaList, {});
  const chosen = ids && [...ids].slice(0, idsAtOnce);
  const filters =
    chosen === undefined
      ? request.filters
      : [...request.filters, { field: "id", operator: "in" as const, value: chosen }];
  const query = useInfiniteQuery({
    queryKey: [request.projectId, "review", request.resource, filters, request.order],
    queryFn: ({ pageParam, signal }) =>
      loadLogPage({
        ...request,
        filters,
        withContent: true,
        withPreviews: false,
        withScores: true,
        first: pageSize,
        after: pageParam,
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // The records must not change during the review, so they are never reloaded.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const ranges = schemas.data?.scoreSchemas ?? [];
  const choiceOf = (record: LogRecord): ReviewChoice => choices.get(record.id) ?? defaultChoice(record, ranges);
  return {
    records: query.data?.pages.flatMap((page) => page.records.map(asItem)),
    error: query.error ?? schemas.error,
    retry: () => [query, schemas].forEach((each) => void (each.error && each.refetch())),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    isReady: query.data !== undefined && schemas.data !== undefined,
    ranges,
    choiceOf,
    choose: (id: string, choice: ReviewChoice) => setChoices((before) => new Map(before).set(id, choice)),
  };
}

/** Converts the output of a text completion to an object, because a dataset item requires an object. */
function asItem(record: LogRecord): LogRecord {
  const { type, output } = record;
  return type === "COMPLETION" && typeof output === "string" ? { ...record, output: { completion: output } } : record;
}
