import { type ScoreSummary, summarizeScore } from "@threadline/evaluation/statistics";
import type { EvaluationComparison, EvaluationResult } from "@threadline/core";

export interface EvaluationOutcome {
  readonly result: EvaluationResult;
  /** Null without a baseline. */
  readonly comparison: EvaluationComparison | null;
  /** Reason why there is no comparison although a baseline was given. */
  readonly comparisonError: string | null;
  /** Duration in seconds. */
  readonly seconds: number;
}

export function errorsOf({ error, scorerErrors }: EvaluationResult["items"][number]): string[] {
  return [
    ...(error === null ? [] : [error]),
    ...Object.entries(scorerErrors).map(([name, text]) => `${name}: ${text}`),
  ];
}

/** Returns the average of a score over the items. Null if no run has the score. */
export function averageScore({ items }: EvaluationResult, score: string, confidence: number): ScoreSummary | null {
  const values = new Map<string, number[]>();
  for (const { key, scores } of items) {
    const value = scores.find(({ name }) => name === score)?.value;
    if (value !== undefined) values.set(key, [...(values.get(key) ?? []), value]);
  }
  return summarizeScore([...values.values()], { confidence });
}

/**
 * Returns the share of runs whose score is at least 1. Runs without the score count as failed, although {@link
 * averageScore} ignores them. Null if no run has the score.
 */
export function passRate({ items }: EvaluationResult, score: string, confidence: number): ScoreSummary | null {
  const outcomes = new Map<string, number[]>();
  let isScored = false;
  for (const { key, scores } of items) {
    const value = scores.find(({ name }) => name === score)?.value;
    isScored ||= value !== undefined;
    outcomes.set(key, [...(outcomes.get(key) ?? []), value !== undefined && value >= 1 ? 1 : 0]);
  }
  return isScored ? summarizeScore([...outcomes.values()], { confidence }) : null;
}
