import { useOperation } from "../../api/use-request.ts";
import { datasetExperiments, type DatasetExperimentsQuery } from "../../generated/datasets.ts";
import { scoreChanges } from "../experiments/score-changes.ts";

/** Number of experiments whose scores the items of a dataset show. */
const shownCount = 3;

export function experimentsOf(datasetId: string) {
  return { filters: [{ field: "datasetId" as const, operator: "eq" as const, value: datasetId }] };
}

/**
 * Reads the number of experiments on a dataset (`totalCount`), the newest ones, newest first (`experiments`), and the
 * newest one (`newest`). Each score of `newest` has its change from the previous experiment. `totalCount` and `newest`
 * are null while loading, and `newest` is also null if there are no experiments.
 */
export function useNewestExperiment(datasetId: string) {
  const { data } = useOperation(datasetExperiments, experimentsOf(datasetId));
  return newestOf(datasetId, data);
}

/** Summarizes the newest experiments on a dataset. `data` is undefined while they load. */
export function newestOf(datasetId: string, data: DatasetExperimentsQuery | undefined) {
  const { totalCount = null, edges = [] } = data?.datasetExperiments ?? {};
  const experiments = edges.map(({ node }) => ({ ...node, dataset: { id: datasetId } }));
  const [newest = null] = experiments;
  const changes = newest && scoreChanges(experiments).get(newest.id);
  return {
    totalCount,
    experiments: experiments.slice(0, shownCount),
    newest: newest && {
      ...newest,
      scores: newest.scores.map((score) => ({ ...score, change: changes?.get(score.name) ?? null })),
    },
  };
}

export type NewestExperiment = NonNullable<ReturnType<typeof newestOf>["newest"]>;
