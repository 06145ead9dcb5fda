import { type QueryFunctionContext, useQueries } from "@tanstack/react-query";
import type { Operation } from "../operation.ts";
import { useProjectId } from "./project-id.ts";
import { callsAtOnce, requestEach } from "./request-each.ts";

/** Results in the order of the calls. A result is undefined while it loads. */
export interface EachResult<Result> {
  readonly data: readonly (Result | undefined)[];
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** Runs a query once for each element of `calls`, and combines up to {@link callsAtOnce} calls in one request. */
export function useEach<Result, Variables extends object>(
  operation: Operation<Result, Variables>,
  calls: readonly Variables[],
  options: Pick<PartOptions, "reloadMs"> = {},
): EachResult<Result> {
  const projectId = useProjectId();
  return useParts(calls, {
    size: callsAtOnce,
    key: [projectId, operation.text, "each"],
    ...options,
    read: (part, { signal }) => requestEach({ projectId, operation, calls: part, signal }),
  });
}

interface PartOptions {
  readonly size: number;
  readonly key: readonly unknown[];
  /** Time for which results are reused, in milliseconds. */
  readonly staleTime?: number;
  /** Interval between reloads while the page is visible, in milliseconds. Default: none. */
  readonly reloadMs?: number | undefined;
}

export function useParts<Call, Result>(
  calls: readonly Call[],
  {
    size,
    key,
    staleTime,
    reloadMs,
    read,
  }: PartOptions & {
    /** Requests the results of the calls in `part`. Resolves to one result per call, in the same order. */
    readonly read: (part: readonly Call[], context: Pick<QueryFunctionContext, "signal">) => Promise<readonly Result[]>;
  },
): EachResult<Result> {
  const parts = Array.from({ length: Math.ceil(calls.length / size) }, (_, part) =>
    calls.slice(part * size, (part + 1) * size),
  );
  const results = useQueries({
    queries: parts.map((part) => ({
      queryKey: [...key, part],
      queryFn: (context: QueryFunctionContext) => read(part, context),
      refetchInterval: reloadMs ?? false,
      ...(staleTime !== undefined && { staleTime }),
    })),
  });
  return {
    data: calls.map((_call, index) => results[Math.floor(index / size)]?.data?.[index % size]),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => results.forEach((result) => void result.refetch()),
  };
}
