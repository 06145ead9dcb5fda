import type { JsonValue } from "@threadline/schema/sdk";

export const figureNames = ["latency", "tokens", "cost"] as const;

/** Figures of a run besides its scores: seconds, tokens, US dollars. */
export type FigureName = (typeof figureNames)[number];

export interface TrialScore {
  readonly name: string;
  readonly value: number;
  readonly comment: string | null;
  readonly scorer: string | null;
}

/** Comment of a score, as the reason for its value. */
export interface ScoreReason {
  readonly name: string;
  readonly text: string;
  /** Name of the person, program or model that created the score. */
  readonly scorer: string | null;
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
    /** ISO-8601. */
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
}

export interface Example {
  readonly id: string;
  readonly input: JsonValue | null;
  readonly expectedOutput: JsonValue | null;
}

/** Result of one experiment for one example. */
export interface Cell {
  readonly output: JsonValue | null;
  /** Step that recorded the run; null without one. */
  readonly run: { readonly id: string; readonly threadId: string | null; readonly rootRunId: string | null } | null;
  /** Number of trials: scores are averaged, and the latest output is shown. */
  readonly trials: number;
  /** Figures of each trial, where known. */
  readonly figures: Readonly<Record<FigureName, readonly number[]>>;
  /** Token counts of the last trial. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Average by name. */
  readonly scores: ReadonlyMap<string, number>;
  readonly reasons: readonly ScoreReason[];
}

/** Example with a cell per run; undefined for runs without it. */
export interface ComparedRow {
  readonly key: string;
  readonly itemIds: readonly string[];
  /** Position in the comparison, from 1. */
  readonly number: number;
  readonly input: JsonValue | null;
  readonly expectedOutput: JsonValue | null;
  readonly cells: readonly (Cell | undefined)[];
}
