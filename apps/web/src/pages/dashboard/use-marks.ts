import { useQueries } from "@tanstack/react-query";
import { createContext, useCallback, useMemo, useState } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { operationOptions, useOperation } from "../../api/use-request.ts";
import { firstThreadWithTag, newestPromptVersions, tagsInUse } from "../../generated/dashboard.ts";
import { type DashboardSearch, type Period, periodAfter } from "./dashboard-search.ts";
import { isRelease, type Mark, markName, marksIn, maxMarks } from "./mark.ts";

export interface ShownMarks {
  /** Releases and prompt versions that are marked in all charts of a dashboard. */
  readonly marks: readonly Mark[];
  readonly arePending: boolean;
  /** Error that occurred while the marks were loaded. Null if there was none. */
  readonly error: Error | null;
  /** Returns the search of the dashboard that compares the figures before and after a mark. */
  readonly comparisonOf: (mark: Mark) => DashboardSearch;
}

export const MarksContext = createContext<ShownMarks>({
  marks: [],
  arePending: false,
  error: null,
  comparisonOf: () => ({}),
});

/**
 * Returns the releases that were first used, and the prompt versions that were created, in the period `charted`. The
 * comparison before and after a mark covers at most the length of `period`.
 */
export function useMarks(period: Period | null, search: DashboardSearch, charted: Period | null = period): ShownMarks {
  const { marks, arePending, error } = useMarksIn(charted);
  // Time when the page was opened. It is used as the current time if a period with explicit times ended earlier. A
  // period without explicit times ends at the last refresh, so the end of the period is used instead.
  const [opened] = useState(Date.now);
  const { environment, experiments, tags, agent, allAgents } = search;
  const comparisonOf = useCallback(
    (mark: Mark): DashboardSearch => {
      const shown = period ?? { from: mark.time, to: opened };
      const { from, to } = periodAfter(mark.time, shown, Math.max(opened, shown.to));
      const times = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      return { environment, experiments, tags, ...times, mark: markName(mark), agent, allAgents };
    },
    [period, opened, environment, experiments, tags, agent, allAgents],
  );
  return useMemo(() => ({ marks, arePending, error, comparisonOf }), [marks, arePending, error, comparisonOf]);
}

function useMarksIn(period: Period | null): Omit<ShownMarks, "comparisonOf"> {
  const projectId = useProjectId();
  const { from, to } = period ?? { from: 0, to: 0 };
  const filters = [
    { field: "createdAt", operator: "gte" as const, value: new Date(from).toISOString() },
    { field: "createdAt", operator: "lt" as const, value: new Date(to).toISOString() },
  ];
  const tags = useOperation(tagsInUse, { filters }, { enabled: period !== null, keepsPrevious: true, priority: "low" });
  const prompts = useOperation(newestPromptVersions, {}, { priority: "low" });
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
    combine: (results) => ({
      arePending: results.some(({ isPending }) => isPending),
      error: results.find(({ error }) => error !== null)?.error ?? null,
      releases: results.flatMap(({ data }, index): Mark[] => {
        const [first] = data?.threads.edges ?? [];
        return first ? [{ name: releases[index] ?? "", version: null, time: Date.parse(first.node.createdAt) }] : [];
      }),
    }),
  });
  const { data } = prompts;
  const arePending = tags.isPending || prompts.isPending || found.arePending;
  const marks = useMemo(() => {
    const versions = (data?.promptLineages.edges ?? []).flatMap(({ node }) =>
      node.versions.map(({ version, createdAt }) => ({ name: node.name, version, time: Date.parse(createdAt) })),
    );
    return marksIn([...found.releases, ...versions], { from, to });
  }, [data, found.releases, from, to]);
  const error = tags.error ?? prompts.error ?? found.error;
  return { marks, arePending, error };
}
