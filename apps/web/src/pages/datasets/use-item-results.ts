import { useQueries } from "@tanstack/react-query";
import { useProjectId } from "../../api/project-id.ts";
import { operationOptions } from "../../api/use-request.ts";
import { experimentItemOutput } from "../../generated/datasets.ts";
import { type Named, useScoredItems } from "./use-item-scores.ts";

/** Reads the last result of a dataset item in each experiment. A result is null while it loads or if there is none. */
export function useItemResults(experiments: readonly Named[], itemId: string) {
  const projectId = useProjectId();
  const listed = useScoredItems(experiments);
  // The list is already loaded for the scores of all items. It has the position of the result, but not the output.
  const found = experiments.flatMap((experiment, index) => {
    const items = listed[index]?.data?.items ?? [];
    const skip = items.findLastIndex(({ datasetItemId }) => datasetItemId === itemId);
    return skip === -1 ? [] : [{ experiment, skip }];
  });
  const outputs = useQueries({
    queries: found.map(({ experiment: { id }, skip }) =>
      operationOptions(projectId, experimentItemOutput, { id, skip }),
    ),
  });
  const failed = [...listed, ...outputs].filter(({ error }) => error !== null);
  return {
    results: found.map(({ experiment }, index) => {
      const item = outputs[index]?.data?.datasetExperiment?.items[0];
      return { experiment, result: item?.datasetItemId === itemId ? item : null };
    }),
    error: failed[0]?.error ?? null,
    refetch: () => failed.forEach((each) => void each.refetch()),
  };
}
