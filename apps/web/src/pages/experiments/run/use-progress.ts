import { useQueries } from "@tanstack/react-query";
import { useProjectId } from "../../../api/project-id.ts";
import { operationOptions } from "../../../api/use-request.ts";
import { experimentProgress, type ExperimentProgressQuery } from "../../../generated/runs.ts";

export type Progress = NonNullable<NonNullable<ExperimentProgressQuery["datasetExperiment"]>["run"]>;

/**
 * Reads the progress of experiments, and polls it while they run. It is undefined while loading, and null for an
 * experiment that was run outside the service.
 */
export function useProgress(ids: readonly string[]): readonly (Progress | null | undefined)[] {
  const projectId = useProjectId();
  return useQueries({
    queries: ids.map((id) => ({
      ...operationOptions(projectId, experimentProgress, { id }),
      refetchInterval: ({ state }: { readonly state: { readonly data?: ExperimentProgressQuery | undefined } }) =>
        intervalOf(state.data?.datasetExperiment?.run),
    })),
    combine: (found) => found.map(({ data }) => data && (data.datasetExperiment?.run ?? null)),
  });
}

export function isActive(progress: Pick<Progress, "state">): boolean {
  return progress.state === "QUEUED" || progress.state === "RUNNING" || progress.state === "PAUSED";
}

function intervalOf(progress: Progress | null | undefined): number | false {
  if (!progress || !isActive(progress)) return false;
  return progress.state === "PAUSED" ? 5_000 : 1_000;
}
