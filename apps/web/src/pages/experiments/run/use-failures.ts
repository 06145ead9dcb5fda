import { useQueries } from "@tanstack/react-query";
import { useProjectId } from "../../../api/project-id.ts";
import { request } from "../../../api/request.ts";
import { experimentFailures, type ExperimentFailuresQuery } from "../../../generated/runs.ts";
import type { Progress } from "./use-progress.ts";

export type Failure = NonNullable<NonNullable<ExperimentFailuresQuery["datasetExperiment"]>["run"]>["failures"][number];

const windowSize = 100;
export const maxFailures = 500;

export function useFailures(
  ids: readonly string[],
  progress: readonly (Progress | null | undefined)[],
): readonly (readonly Failure[])[] {
  const projectId = useProjectId();
  const hasFailures = (index: number): boolean => {
    const { failedCount = 0, evaluationFailedCount = 0 } = progress[index] ?? {};
    return failedCount + evaluationFailedCount > 0;
  };
  const found = useQueries({
    queries: ids.map((id, index) => {
      return {
        // `useLiveRows` reloads the failures when the number of failures changes.
        queryKey: [projectId, experimentFailures.text, id],
        enabled: hasFailures(index),
        queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly Failure[]> => {
          const all: Failure[] = [];
          while (all.length < maxFailures) {
            const variables = { id, first: windowSize, skip: all.length };
            // oxlint-disable-next-line no-await-in-loop -- one page after the other
            const { datasetExperiment } = await request({
              projectId,
              operation: experimentFailures,
              variables,
              signal,
            });
            const page = datasetExperiment?.run?.failures ?? [];
            all.push(...page);
            if (page.length < windowSize) break;
          }
          return all;
        },
      };
    }),
    combine: combineFailures,
  });
  // If retries succeed for all failures, the query is disabled, but its cache still has the old failures. An experiment
  // without failures therefore gets an empty list.
  return found.map((failures, index) => (hasFailures(index) ? failures : none));
}

const none: readonly Failure[] = [];

function combineFailures(
  found: readonly { readonly data?: readonly Failure[] | undefined }[],
): readonly (readonly Failure[])[] {
  return found.map(({ data }) => data ?? none);
}
