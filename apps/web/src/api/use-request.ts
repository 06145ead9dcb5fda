import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useProjectId } from "./project-id.ts";
import { request } from "./request.ts";
import type { Priority } from "./request-order.ts";
import type { Operation } from "../operation.ts";

/**
 * Returns the cache key of an operation (project, document and variables), and the function that runs it. Can also be
 * used in route loaders.
 */
export function operationOptions<Result, Variables>(
  projectId: string | null,
  operation: Operation<Result, Variables>,
  variables: Variables,
  priority?: Priority,
) {
  return queryOptions({
    queryKey: [projectId, operation.text, variables],
    queryFn: ({ signal }) => request({ projectId, operation, variables, signal, priority }),
  });
}

/**
 * Returns the result to show while a query with new variables loads: the previous result, or undefined if the project
 * has changed. A page must never show the records of another project.
 */
export function ofSameProject<Data>(
  projectId: string | null,
  previous: Data | undefined,
  query: { readonly queryKey: readonly unknown[] } | undefined,
): Data | undefined {
  return query?.queryKey[0] === projectId ? previous : undefined;
}

export function useOperation<Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  options: {
    readonly enabled?: boolean | undefined;
    /** Whether to return the previous result while the result for new variables loads. */
    readonly keepsPrevious?: boolean | undefined;
    /** Interval between reloads while the page is visible, in milliseconds. Default: none. */
    readonly reloadMs?: number | undefined;
    /**
     * Keeps the result when records change. Use this with `reloadMs`, for requests that are too expensive to repeat
     * often.
     */
    readonly ignoresChanges?: boolean | undefined;
    /** Reloads whenever the page is shown again, even if the result is new. */
    readonly reloadsWhenShown?: boolean | undefined;
    readonly priority?: Priority | undefined;
  } = {},
) {
  const projectId = useProjectId();
  return useQuery({
    ...operationOptions(projectId, operation, variables, options.priority),
    placeholderData: (previous, query) =>
      options.keepsPrevious ? ofSameProject(projectId, previous, query) : undefined,
    enabled: options.enabled ?? true,
    refetchInterval: options.reloadMs ?? false,
    ...(options.ignoresChanges && { staleTime: "static" as const }),
    ...(options.reloadsWhenShown && { refetchOnWindowFocus: "always" as const }),
  });
}

/** Returns a mutation in the page's project. After a successful mutation, all data of the project are reloaded. */
export function useChange<Result, Variables>(operation: Operation<Result, Variables>) {
  const projectId = useProjectId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => request({ projectId, operation, variables }),
    onSuccess: () => client.invalidateQueries({ queryKey: [projectId] }),
  });
}

/**
 * Returns a mutation in the page's project. After a successful mutation, only the given queries are reloaded
 * immediately. All others are reloaded when a page shows them again.
 */
export function useRequest<Result, Variables>(operation: Operation<Result, Variables>) {
  const projectId = useProjectId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => request({ projectId, operation, variables }),
    onSuccess: () => client.invalidateQueries({ queryKey: [projectId], refetchType: "none" }),
  });
}
