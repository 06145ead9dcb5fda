import { useQueries, useQuery } from "@tanstack/react-query";
import { useProjectId } from "../../api/project-id.ts";
import { request } from "../../api/request.ts";
import { evaluatorVersionDrift } from "../../generated/agreement.ts";

/**
 * Time in milliseconds before a drift result is read again. The time is long, because the service computes each result
 * from the scores of two weeks.
 */
const freshMs = 10 * 60_000;

function driftOptions(projectId: string | null, id: string) {
  return {
    // A change in the project reloads all queries whose key starts with the project id. The key of the drift starts
    // with another text, so that such a change does not reload the drift.
    queryKey: ["drift", projectId, id],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      request({ projectId, operation: evaluatorVersionDrift, variables: { id }, signal }),
    staleTime: freshMs,
    gcTime: freshMs,
  };
}

export function useDrift(versionId: string) {
  return useQuery(driftOptions(useProjectId(), versionId)).data?.evaluatorVersion?.drift;
}

export function useDriftingVersions(versionIds: readonly string[]): ReadonlySet<string> {
  const projectId = useProjectId();
  const ids = [...new Set(versionIds)];
  return useQueries({
    queries: ids.map((id) => driftOptions(projectId, id)),
    combine: (results) =>
      new Set(results.flatMap(({ data }, index) => (data?.evaluatorVersion?.drift?.drifts ? (ids[index] ?? []) : []))),
  });
}
