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
  readonly datasetVersion: number | undefined;
  readonly promptVariantId: string | undefined;
  readonly params: JsonObject;
  readonly resume: boolean;
  /** Number of runs that a complete experiment has. */
  readonly total: number;
}

/** Maximum number of experiments with the name that are searched for one with the same settings. */
const MAX_CANDIDATES = 10;

/**
 * Continues the experiment with the given id, or an incomplete one with the same settings. Creates one if there is
 * none.
 */
export async function openExperiment(
  api: Pick<ExperimentOperations, "createExperiment" | "getExperiment" | "getExperiments">,
  wanted: WantedExperiment,
  options: CallOptions,
): Promise<DatasetExperiment> {
  const { name, datasetId, datasetVersion, promptVariantId, params } = wanted;
  const stored = wanted.id === undefined ? await findIncomplete(api, wanted, options) : wanted.id;
  if (stored !== undefined) {
    const experiment = await api.getExperiment(stored, options);
    if (experiment !== null) return experiment;
  }
  const id = wanted.id ?? wanted.newId;
  return api.createExperiment({ id, name, datasetId, datasetVersion, promptVariantId, params }, options);
}

/** Finds the newest experiment with the same name and settings. Returns its id if it is incomplete. */
async function findIncomplete(
  api: Pick<ExperimentOperations, "getExperiment" | "getExperiments">,
  { name, datasetId, datasetVersion, params, resume, total }: WantedExperiment,
  options: CallOptions,
): Promise<string | undefined> {
  if (!resume) return undefined;
  const { data } = await api.getExperiments({ query: `name:${JSON.stringify(name)}`, first: MAX_CANDIDATES }, options);
  const newest = data.find(
    (each) =>
      each.name === name &&
      (each.datasetId ?? undefined) === datasetId &&
      (each.datasetVersion ?? undefined) === datasetVersion &&
      sortedJson(each.params) === sortedJson(params),
  );
  if (newest === undefined) return undefined;
  const { items } = (await api.getExperiment(newest.id, options)) ?? { items: [] };
  return items.length < total ? newest.id : undefined;
}
