import type { ExperimentOperations } from "../api/experiments.ts";
import type { StepOperations } from "../api/steps.ts";
import type { DatasetExperiment } from "../experiment.ts";
import type { DatasetExperimentItem } from "../experiment-item.ts";
import type { CallOptions } from "../transport/transport.ts";
import type { JsonObject } from "../types/json.ts";
import { sortedJson } from "./item-key.ts";
import { evaluatorsWithoutScore, type LoadedEvaluator } from "./run-evaluators.ts";
import { scorerErrorsOf } from "./scorer-errors.ts";

export interface WantedExperiment {
  readonly id: string | undefined;
  readonly newId: string;
  readonly name: string;
  readonly datasetId: string | undefined;
  readonly datasetVersion: number | undefined;
  readonly promptVariantId: string | undefined;
  readonly params: JsonObject;
  readonly resume: boolean;
  readonly total: number;
  readonly evaluators: readonly LoadedEvaluator[];
}

type Api = Pick<ExperimentOperations, "createExperiment" | "getExperiment" | "getExperiments"> &
  Pick<StepOperations, "getSteps">;

/** Maximum number of stored experiments that are read to find one with the same name and settings. */
const MAX_CANDIDATES = 10;

const STEPS_PER_REQUEST = 100;

/**
 * Returns the experiment with the given id. Without an id but with `resume`, returns the newest experiment with the
 * same name and settings, if it is incomplete. If no experiment is found, creates one.
 */
export async function openExperiment(
  api: Api,
  wanted: WantedExperiment,
  options: CallOptions,
): Promise<DatasetExperiment> {
  const { name, datasetId, datasetVersion, promptVariantId, params } = wanted;
  const stored =
    wanted.id === undefined ? await findIncomplete(api, wanted, options) : await api.getExperiment(wanted.id, options);
  if (stored !== null) return stored;
  const id = wanted.id ?? wanted.newId;
  return api.createExperiment({ id, name, datasetId, datasetVersion, promptVariantId, params }, options);
}

/** Returns the newest experiment with the same name and settings if it is incomplete; otherwise null. */
async function findIncomplete(
  api: Api,
  { name, datasetId, datasetVersion, params, resume, total, evaluators }: WantedExperiment,
  options: CallOptions,
): Promise<DatasetExperiment | null> {
  if (!resume) return null;
  const { data } = await api.getExperiments({ query: `name:${JSON.stringify(name)}`, first: MAX_CANDIDATES }, options);
  const newest = data.find(
    (each) =>
      each.name === name &&
      (each.datasetId ?? undefined) === datasetId &&
      (each.datasetVersion ?? undefined) === datasetVersion &&
      sortedJson(each.params) === sortedJson(params),
  );
  const experiment = newest === undefined ? null : await api.getExperiment(newest.id, options);
  if (experiment === null) return null;
  const { items } = experiment;
  return items.length < total || !(await areEvaluated(api, items, { evaluators, options })) ? experiment : null;
}

async function areEvaluated(
  api: Api,
  items: readonly DatasetExperimentItem[],
  { evaluators, options }: { readonly evaluators: readonly LoadedEvaluator[]; readonly options: CallOptions },
): Promise<boolean> {
  const missing = new Map<string, LoadedEvaluator[]>();
  for (const { output, scores, experimentRunId } of items) {
    const lacking = output == null ? [] : evaluatorsWithoutScore(evaluators, scores);
    if (lacking.length > 0) missing.set(experimentRunId ?? "", lacking);
  }
  const runs = [...missing];
  for (let start = 0; start < runs.length; start += STEPS_PER_REQUEST) {
    const part = runs.slice(start, start + STEPS_PER_REQUEST);
    const ids = part.map(([id]) => JSON.stringify(id)).join(",");
    // oxlint-disable-next-line no-await-in-loop -- usually, the first request decides
    const { data } = await api.getSteps({ query: `id:${ids}`, first: STEPS_PER_REQUEST }, options);
    const errors = new Map(data.map(({ id, metadata }) => [id, scorerErrorsOf(metadata)]));
    const areAll = part.every(([id, lacking]) => lacking.every(({ name }) => errors.get(id)?.[name] !== undefined));
    if (!areAll) return false;
  }
  return true;
}
