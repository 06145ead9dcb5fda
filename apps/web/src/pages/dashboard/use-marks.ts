import { useQueries } from "@tanstack/react-query";
import { createContext, useMemo } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { operationOptions, useOperation } from "../../api/use-request.ts";
import { firstThreadWithTag, newestPromptVersions, tagsInUse } from "../../generated/dashboard.ts";
import type { Period } from "./dashboard-search.ts";
import { isRelease, type Mark, marksIn, maxMarks } from "./mark.ts";

/** Releases and prompt versions that all charts of a dashboard mark. */
export const MarksContext = createContext<readonly Mark[]>([]);

/** Returns the releases first used in the period, and the prompt versions created in it. */
export function useMarks(period: Period | null): readonly Mark[] {
  const projectId = useProjectId();
  const { from, to } = period ?? { from: 0, to: 0 };
  const filters = [
    { field: "createdAt", operator: "gte" as const, value: new Date(from).toISOString() },
    { field: "createdAt", operator: "lt" as const, value: new Date(to).toISOString() },
  ];
  const tags = useOperation(tagsInUse, { filters }, { enabled: period !== null, keepsPrevious: true });
  const prompts = useOperation(newestPromptVersions, {});
  const releases = (tags.data?.facets.facets[0]?.values ?? [])
    .map(({ value }) => value)
    .filter(isRelease)
    .slice(0, 2 * maxMarks);
  const found = useQueries({
    queries: releases.map((tag) => ({
      ...operationOptions(projectId, firstThreadWithTag, {
        filters: [{ field: "tags", operator: "in" as const, value: [tag] }],
      }),
      staleTime: Infinity,
    })),
    combine: (results) =>
      results.flatMap(({ data }, index): Mark[] => {
        const [first] = data?.threads.edges ?? [];
        return first ? [{ name: releases[index] ?? "", version: null, time: Date.parse(first.node.createdAt) }] : [];
      }),
  });
  const { data } = prompts;
  return useMemo(() => {
    const versions = (data?.promptLineages.edges ?? []).flatMap(({ node }) =>
      node.versions.map(({ version, createdAt }) => ({ name: node.name, version, time: Date.parse(createdAt) })),
    );
    return marksIn([...found, ...versions], { from, to });
  }, [data, found, from, to]);
}
