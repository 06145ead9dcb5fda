import { type ScoreDrift, scoreDrift } from "@threadline/evaluation/statistics";
import type { JudgedValue } from "../store/calibrations.ts";
import type { EvaluatorVersionRecord } from "../store/evaluators.ts";
import type { Store } from "../store/store.ts";
import { calibrationLimits } from "./judge-states.ts";

const weekMs = 7 * 86_400_000;

/** Compares a version's scores of the last 7 days with its scores of the 7 days before. */
export async function readDrift(
  { calibrations, evaluationRules }: Pick<Store, "calibrations" | "evaluationRules">,
  projectId: string,
  { version: { id, target }, now }: { readonly version: EvaluatorVersionRecord; readonly now: number },
): Promise<ScoreDrift | null> {
  if (target === "EXPERIMENT_ITEM") return null;
  const start = now - weekMs;
  const valuesOf = (from: number, until: number): Promise<JudgedValue[]> =>
    calibrations.values(projectId, id, { from, until }, calibrationLimits.scores);
  const [before, after, rules] = await Promise.all([
    valuesOf(start - weekMs, start - 1),
    valuesOf(start, now),
    evaluationRules.all(projectId),
  ]);
  const judging = rules.filter(({ mode }) => mode === "ON").map(({ evaluatorVersionId }) => evaluatorVersionId);
  return scoreDrift(before, after, { comparisons: new Set(judging).size });
}
