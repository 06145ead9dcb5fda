import { useOperation } from "../../api/use-request.ts";
import { experimentItemScores } from "../../generated/datasets.ts";

/** Maximum number of items whose scores are read. */
const maxItems = 1_000;

export interface ItemScores {
  readonly id: string;
  readonly scores: readonly { readonly name: string; readonly value: number }[];
}

/** Reads the scores of an experiment by dataset item. If an item ran more than once, the last run counts. */
export function useItemScores(experimentId: string | null): ReadonlyMap<string, ItemScores> {
  const { data } = useOperation(
    experimentItemScores,
    { id: experimentId ?? "", first: maxItems },
    { enabled: experimentId !== null },
  );
  return new Map(
    (data?.datasetExperiment?.items ?? []).flatMap(({ id, datasetItemId, scores, experimentRun }) => {
      const all = [...(scores ?? []), ...(experimentRun?.scores ?? [])];
      return datasetItemId === null || all.length === 0 ? [] : [[datasetItemId, { id, scores: all }] as const];
    }),
  );
}
