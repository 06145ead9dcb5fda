import { useOperation } from "../../api/use-request.ts";
import { recordFacets } from "../../generated/analytics.ts";
import { callsOfVersion, threadsOfRelease } from "../../generated/dashboard.ts";
import { isRootRun } from "../logs/log-search.ts";

/**
 * Returns the name of the root runs in the threads of a release or prompt version, if all of them have the same name.
 * Reads the newest 50 threads. `isPending`: whether the name is not known yet.
 */
export function useMarkAgent(mark: string, enabled: boolean) {
  const [, prompt, version] = /^(.+) v(\d{1,9})$/.exec(mark) ?? [];
  const isVersion = enabled && prompt !== undefined;
  const tagged = useOperation(
    threadsOfRelease,
    { filters: [{ field: "tags", operator: "in", value: [mark] }] },
    { enabled },
  );
  const called = useOperation(
    callsOfVersion,
    {
      filters: [
        { field: "promptLineage", operator: "eq", value: prompt ?? "" },
        { field: "promptVersion", operator: "eq", value: Number(version) },
      ],
    },
    { enabled: isVersion },
  );
  const threads = new Set([
    ...(tagged.data?.threads.edges.map(({ node }) => node.id) ?? []),
    ...(called.data?.generations.edges.flatMap(({ node }) => node.step?.threadId ?? []) ?? []),
  ]);
  const areKnown = [tagged, called].every(({ isLoading, error }) => !isLoading && error === null);
  const names = useOperation(
    recordFacets,
    {
      resource: "runs",
      filters: [isRootRun, { field: "threadId", operator: "in", value: [...threads] }],
      fields: [{ field: "name" }],
      limit: 2,
    },
    { enabled: enabled && areKnown && threads.size > 0 },
  );
  const facet = names.data?.facets.facets[0];
  const [only] = facet?.valueCount === 1 && facet.missingCount === 0 ? facet.values : [];
  const requests = [tagged, called, names];
  const error = (enabled && requests.find((each) => each.error !== null)?.error) || null;
  return {
    agent: only?.value,
    isPending: enabled && error === null && (!areKnown || names.isLoading),
    error,
    refetch: () => requests.filter((each) => each.error !== null).forEach(({ refetch }) => void refetch()),
  };
}
