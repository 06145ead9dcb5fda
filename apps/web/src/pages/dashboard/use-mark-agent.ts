import { useOperation } from "../../api/use-request.ts";
import { recordFacets } from "../../generated/analytics.ts";
import { callsOfVersion, threadsOfRelease } from "../../generated/dashboard.ts";
import { isRootRun } from "../logs/log-search.ts";

/**
 * Returns the name of the root runs in the threads of a release or prompt version, if all of them have the same name.
 * Reads the newest 50 threads. `isPending`: whether the name is not known yet.
 */
export function useMarkAgent(mark: string, enabled: boolean): { readonly agent?: string; readonly isPending: boolean } {
  const [, prompt, version] = /^(.+) v(\d+)$/.exec(mark) ?? [];
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
  const areKnown = !tagged.isLoading && !called.isLoading;
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
  return { ...(only && { agent: only.value }), isPending: enabled && (!areKnown || names.isLoading) };
}
