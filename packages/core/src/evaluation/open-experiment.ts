import type { ExperimentOperations } from "../api/experiments.ts";
import type { DatasetExperiment } from "../experiment.ts";
import type { CallOptions } from "../transport/transport.ts";
import type { JsonObject } from "../types/json.ts";
import { sortedJson } from "./item-key.ts";

export interface WantedExperiment {
  readonly id: string | undefined;
  readonly newId: string;
  readonly name: string;
  readonly datasetId: string | undefined;
  readonly promptVariantId: string | undefined;
  readonly params: JsonObject;
  readonly resume: boolean;
  /** Number of runs of a complete experiment. */
  readonly total: number;
}

/** Maximum number of experiments with the same name that are tried. */
const MAX_CANDIDATES = 10;

/** Continues an incomplete experiment, with its stored items, or creates one. */
export async function openExperiment(
  api: Pick<ExperimentOperations, "createExperiment" | "getExperiment" | "getExperiments">,
  wanted: WantedExperiment,
  options: CallOptions,
): Promise<DatasetExperiment> {
  const { name, datasetId, promptVariantId, params } = wanted;
  const stored = wanted.id === undefined ? await findIncomplete(api, wanted, options) : wanted.id;
  if (stored !== undefined) {
    const experiment = await api.getExperiment(stored, options);
    if (experiment !== null) return experiment;
  }
  const id = wanted.id ?? wanted.newId;
  return api.createExperiment({ id, name, datasetId, promptVariantId, params }, options);
}

/** Id of the newest experiment with the same name and settings, unless it is complete. */
async function findIncomplete(
  api: Pick<ExperimentOperations, "getExperiment" | "getExperiments">,
  { name, datasetId, params, resume, total }: WantedExperiment,
  options: CallOptions,
): Promise<string | undefined> {
  if (!resume) return undefined;
  const { data } = await api.getExperiments({ query: `name:${JSON.stringify(name)}`, first: MAX_CANDIDATES }, options);
  const newest = data.find(
    (each) =>
      each.name === name &&
      (each.datasetId ?? undefined) === datasetId &&
      sortedJson(each.params) === sortedJson(params),
  );
  if (newest === undefined) return undefined;
  const { items } = (await api.getExperiment(newest.id, options)) ?? { items: [] };
  return items.length < total ? newest.id : undefined;
}
