import type { CalibrationOperations } from "../api/calibrations.ts";
import { ConfigError } from "../errors.ts";
import type { CallOptions } from "../transport/transport.ts";
import type { JudgeState } from "../types/calibrations.ts";
import type { ScoreConstructor } from "../types/scores.ts";

type JudgeStates = Pick<CalibrationOperations, "getJudgeStates">;
type JudgeDrift = JudgeStates & Pick<CalibrationOperations, "getScoreDrift">;
type JudgedScore = Pick<ScoreConstructor, "name" | "scorer" | "type">;

interface ScoringEvaluator {
  /** Name of the scorer, such as `tone v2`. */
  readonly name: string;
  readonly scoreName: string;
  readonly type: "AI" | "CODE";
}

/**
 * Checks that every judge is measured. A judge is an evaluator that calls a model. It is measured if people have
 * labeled enough of its scores to show how reliable it is.
 *
 * @throws {ConfigError} if judges are not measured, with their names in the message.
 */
export async function requireMeasured(
  api: JudgeStates,
  evaluators: readonly ScoringEvaluator[],
  options: CallOptions,
): Promise<void> {
  const judges = evaluators.filter(({ type }) => type === "AI");
  if (judges.length === 0) return;
  const measured = await measuredScorers(
    api,
    judges.map(({ scoreName }) => scoreName),
    options,
  );
  const missing = judges.filter(({ name }) => !measured.has(name)).map(({ name }) => JSON.stringify(name));
  if (missing.length === 0) return;
  const noun = missing.length === 1 ? "judge" : "judges";
  throw new ConfigError(
    `evaluate: too few recent scores of the ${noun} ${missing.join(", ")} have human labels. Label more on the agreement page of the evaluator, or omit requireMeasuredJudges`,
  );
}

export async function findUnmeasured(
  api: JudgeStates,
  scoreName: string,
  scores: readonly JudgedScore[],
): Promise<string[]> {
  const scorers = new Set(
    scores.filter(({ name, type }) => name === scoreName && type === "AI").map(({ scorer }) => scorer ?? scoreName),
  );
  if (scorers.size === 0) return [];
  const measured = await measuredScorers(api, [scoreName]);
  return [...scorers].filter((scorer) => !measured.has(scorer)).toSorted();
}

export async function findDrifting(
  api: JudgeDrift,
  scoreName: string,
  scores: readonly JudgedScore[],
): Promise<string[]> {
  if (!scores.some(({ name, type }) => name === scoreName && type === "AI")) return [];
  const judges = await api.getJudgeStates({ scoreNames: [scoreName] });
  const names = judges.map(async (judge) =>
    (await api.getScoreDrift(judge.versionId))?.drifts === true ? [nameOf(judge)] : [],
  );
  return (await Promise.all(names)).flat().toSorted();
}

async function measuredScorers(
  api: JudgeStates,
  scoreNames: readonly string[],
  options?: CallOptions,
): Promise<ReadonlySet<string>> {
  const states = await api.getJudgeStates({ scoreNames: [...new Set(scoreNames)] }, options);
  return new Set(states.filter(({ measured }) => measured === "MEASURED").map((judge) => nameOf(judge)));
}

const nameOf = ({ evaluatorName, versionNumber }: JudgeState): string => `${evaluatorName} v${versionNumber}`;
