import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useProjectId } from "./project-id.ts";
import { request } from "./request.ts";
import type { Operation } from "../operation.ts";

/** Cache key and function of an operation: project, document and variables. Also works in route loaders. */
export function operationOptions<Result, Variables>(
  projectId: string | null,
  operation: Operation<Result, Variables>,
  variables: Variables,
) {
  return queryOptions({
    queryKey: [projectId, operation.text, variables],
    queryFn: ({ signal }) => request({ projectId, operation, variables, signal }),
  });
}

/** Previous data of a view, but only of the same project. */
export function ofSameProject<Data>(
  projectId: string | null,
  previous: Data | undefined,
  query: { readonly queryKey: readonly unknown[] } | undefined,
): Data | undefined {
  return query?.queryKey[0] === projectId ? previous : undefined;
}

/** Reads from the page's project. */
export function useOperation<Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  options: {
    readonly enabled?: boolean | undefined;
    /** Whether to keep the previous result while other variables load; the view then shows that it is stale. */
    readonly keepsPrevious?: boolean | undefined;
  } = {},
) {
  const projectId = useProjectId();
  return useQuery({
    ...operationOptions(projectId, operation, variables),
    placeholderData: (previous, query) =>
      options.keepsPrevious ? ofSameProject(projectId, previous, query) : undefined,
    enabled: options.enabled ?? true,
  });
}

/** Mutation in the page's project that invalidates all of its queries. */
export function useChange<Result, Variables>(operation: Operation<Result, Variables>) {
  const projectId = useProjectId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => request({ projectId, operation, variables }),
    onSuccess: () => client.invalidateQueries({ queryKey: [projectId] }),
  });
}

/** Mutation in the page's project that only reloads given queries. All others are reloaded when they are next shown. */
export function useRequest<Result, Variables>(operation: Operation<Result, Variables>) {
  const projectId = useProjectId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => request({ projectId, operation, variables }),
    onSuccess: () => client.invalidateQueries({ queryKey: [projectId], refetchType: "none" }),
  });
}
