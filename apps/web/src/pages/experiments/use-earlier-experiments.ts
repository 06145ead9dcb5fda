import { useOperation } from "../../api/use-request.ts";
import { earlierExperiments } from "../../generated/experiments.ts";
import type { ComparedRun } from "./compared-run.ts";
import { type ScoreChanges, scoreChanges } from "./score-changes.ts";

/** Reads the earlier experiments on the same dataset, newest first, and the score changes since the previous one. */
export function useEarlierExperiments({ id, datasetId, createdAt }: ComparedRun) {
  const { data } = useOperation(
    earlierExperiments,
    {
      filters: [
        { field: "datasetId", operator: "eq", value: datasetId },
        { field: "createdAt", operator: "lte", value: createdAt },
      ],
    },
    { enabled: datasetId !== null && createdAt !== null },
  );
  const experiments = (data?.datasetExperiments.edges ?? []).map(({ node }) => ({
    ...node,
    dataset: datasetId === null ? null : { id: datasetId },
  }));
  const own = experiments.findIndex((experiment) => experiment.id === id);
  const changes: ScoreChanges | undefined = scoreChanges(experiments).get(id);
  return { earlier: own === -1 ? [] : experiments.slice(own + 1), changes };
}
