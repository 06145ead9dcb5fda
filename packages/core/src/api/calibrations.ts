import { GET_CALIBRATION, GET_JUDGE_STATES, GET_SCORE_DRIFT } from "../documents/generated/documents.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { Calibration, CalibrationQuery, JudgeState, ScoreDrift } from "../types/calibrations.ts";

/** Operations that compare judges with people. A judge is an evaluator that calls a model. */
export interface CalibrationOperations {
  /** Returns the agreement of an evaluator version with people. Null for an unknown version. */
  getCalibration(versionId: string, query?: CalibrationQuery, options?: CallOptions): Promise<Calibration | null>;
  /**
   * Returns the judges in use, ordered by score name. A judge is in use if it is the newest version of an evaluator
   * that is not archived, or if a rule in the mode `ON` uses it. `scoreNames` selects judges by the names of their
   * scores; by default, all are returned.
   */
  getJudgeStates(query?: { scoreNames?: string[] | undefined }, options?: CallOptions): Promise<JudgeState[]>;
  /**
   * Compares the scores of an evaluator version in the last two weeks. Null for an unknown version, for one that scores
   * experiment items, and with fewer than 30 scores in either week.
   */
  getScoreDrift(versionId: string, options?: CallOptions): Promise<ScoreDrift | null>;
}

export function createCalibrationOperations(transport: Transport): CalibrationOperations {
  return {
    async getCalibration(versionId, { from, until, ...query } = {}, options) {
      const variables = { versionId, ...query, from: toTime(from), until: toTime(until) };
      return (await transport.graphql(GET_CALIBRATION, variables, options)).calibration;
    },
    async getJudgeStates(query = {}, options) {
      return (await transport.graphql(GET_JUDGE_STATES, query, options)).judgeStates;
    },
    async getScoreDrift(versionId, options) {
      const { evaluatorVersion } = await transport.graphql(GET_SCORE_DRIFT, { versionId }, options);
      return evaluatorVersion?.drift ?? null;
    },
  };
}

function toTime(time: string | number | Date | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}
