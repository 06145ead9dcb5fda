import type { JsonValue } from "@threadline/schema/sdk";
import type { Failure } from "./run/use-failures.ts";

export const figureNames = ["latency", "tokens", "cost"] as const;

/** Figures of a run that are not scores. Latency is in seconds, cost in US dollars. */
export type FigureName = (typeof figureNames)[number];

export interface TrialScore {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly value: number;
  readonly comment: string | null;
  readonly scorer: string | null;
  readonly evaluatorVersionId: string | null;
}

/** Comment of a score that explains its value. */
export interface ScoreReason {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly scorer: string | null;
  /** Whether a judge of this project created the score. If so, the UI links to the model call of the judge. */
  readonly isJudged: boolean;
}

export interface Trial {
  readonly id: string;
  readonly datasetItemId: string | null;
  readonly experimentRunId: string | null;
  readonly input: JsonValue | null;
  readonly output: JsonValue | null;
  readonly scores: readonly TrialScore[] | null;
  readonly experimentRun: {
    readonly id: string;
    readonly threadId: string | null;
    readonly rootRunId: string | null;
    readonly error?: string | null;
    /** Time as ISO 8601. */
    readonly startTime: string | null;
    readonly endTime: string | null;
    readonly usage: {
      readonly inputTokenCount: number | null;
      readonly outputTokenCount: number | null;
      readonly tokenCount: number | null;
      /** US dollars. */
      readonly cost: number | null;
    } | null;
    readonly scores: readonly TrialScore[] | null;
  } | null;
}

export interface Run {
  readonly id: string;
  readonly items: readonly Trial[];
  readonly failures?: readonly Failure[];
}

export interface Example {
  readonly id: string;
  readonly input: JsonValue | null;
  readonly expectedOutput: JsonValue | null;
}

export interface Cell {
  readonly output: JsonValue | null;
  /** Step that recorded the run; null if the run was not recorded. */
  readonly run: { readonly id: string; readonly threadId: string | null; readonly rootRunId: string | null } | null;
  /** Error of the latest failed run; null if none failed. */
  readonly error: string | null;
  /**
   * Number of runs of the item in the experiment. If there are several, the scores are averaged, and the latest output
   * is shown.
   */
  readonly trials: number;
  readonly figures: Readonly<Record<FigureName, readonly number[]>>;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly scores: ReadonlyMap<string, number>;
  readonly reasons: readonly ScoreReason[];
}

/**
 * Dataset item with the results of all compared experiments. A cell is undefined if its experiment has no result for
 * the item.
 */
export interface ComparedRow {
  readonly key: string;
  /** Id of the dataset item; null for runs without one. */
  readonly datasetItemId: string | null;
  readonly itemIds: readonly string[];
  readonly number: number;
  readonly input: JsonValue | null;
  readonly expectedOutput: JsonValue | null;
  readonly cells: readonly (Cell | undefined)[];
  readonly failures: readonly (readonly Failure[])[];
}
