import type { EvaluatorRecord, EvaluatorVersionRecord } from "../store/evaluators.ts";
import type { Store } from "../store/store.ts";
import { type MeasuredState, scaleOf, stateOf, type VersionState } from "./calibration.ts";

export const calibrationLimits = { labels: 10_000, scores: 20_000, unlabeledWindow: 10_000 } as const;

type Reads = Pick<Store, "calibrations">;

export interface JudgeState {
  readonly evaluator: EvaluatorRecord;
  readonly version: EvaluatorVersionRecord;
  readonly measured: MeasuredState;
}

/**
 * Returns whether people have labeled enough scores of each version, in the order of `versions`. All versions must call
 * a model.
 */
export async function readVersionStates(
  { calibrations }: Reads,
  projectId: string,
  { versions, now }: { readonly versions: readonly EvaluatorVersionRecord[]; readonly now: number },
): Promise<VersionState[]> {
  const labels = Map.groupBy(
    await calibrations.labels(projectId, versions, calibrationLimits.labels),
    ({ versionId }) => versionId,
  );
  return versions.map((version) => {
    const own = labels.get(version.id) ?? [];
    return stateOf(own, { scale: scaleOf(version, null, own), now });
  });
}

/**
 * Returns the judges that create scores with the given names, and whether people have labeled enough of their scores. A
 * judge is an evaluator version that calls a model. Only considers versions in use: the newest version of each
 * evaluator that is not archived, and the versions of rules in the mode `ON`.
 */
export async function readJudgeStates(
  store: Pick<Store, "evaluationRules" | "evaluators"> & Reads,
  projectId: string,
  { scoreNames, now }: { readonly scoreNames?: readonly string[] | null | undefined; readonly now: number },
): Promise<JudgeState[]> {
  const [evaluators, rules] = await Promise.all([
    store.evaluators.all(projectId),
    store.evaluationRules.all(projectId),
  ]);
  const ids = new Set([
    ...evaluators.filter(({ archivedAt }) => archivedAt === null).map(({ latestVersionId }) => latestVersionId),
    ...rules.filter(({ mode }) => mode === "ON").map(({ evaluatorVersionId }) => evaluatorVersionId),
  ]);
  const found = (await store.evaluators.getVersions(projectId, [...ids])).filter((version) => version !== null);
  const versions = found.filter(
    ({ kind, scoreName }) => kind === "LLM" && (scoreNames == null || scoreNames.includes(scoreName)),
  );
  const states = await readVersionStates(store, projectId, { versions, now });
  const evaluatorOf = new Map(evaluators.map((evaluator) => [evaluator.id, evaluator]));
  return versions
    .flatMap((version, index) => {
      const evaluator = evaluatorOf.get(version.evaluatorId);
      const measured = states[index]?.measured ?? "NOT_MEASURED";
      return evaluator ? [{ evaluator, version, measured }] : [];
    })
    .toSorted((one, other) => (one.version.scoreName < other.version.scoreName ? -1 : 1));
}

/**
 * Resolves to null if every judge that creates scores with this name has the state `MEASURED` ({@link MeasuredState}),
 * or if no judge creates them. Otherwise, resolves to a sentence about a judge with another state.
 */
export async function requireMeasuredJudge(
  store: Parameters<typeof readJudgeStates>[0],
  projectId: string,
  { scoreName, now }: { readonly scoreName: string; readonly now: number },
): Promise<string | null> {
  const states = await readJudgeStates(store, projectId, { scoreNames: [scoreName], now });
  const unmeasured = states.find(({ measured }) => measured !== "MEASURED");
  if (!unmeasured) return null;
  const { evaluator, version, measured } = unmeasured;
  const problem = measured === "OUT_OF_DATE" ? "has too few recent human labels" : "has too few human labels";
  return `The judge ${JSON.stringify(evaluator.name)} v${version.number} of ${JSON.stringify(scoreName)} ${problem}.`;
}
