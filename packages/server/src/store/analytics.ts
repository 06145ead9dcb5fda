import type { JsonValue } from "../json/json-value.ts";
import type { ListFilter } from "./list.ts";

/** Kinds of records that an analysis can read. `runs` are the steps of the type `run`. */
export type AnalyzedResource = "threads" | "steps" | "runs" | "generations" | "scores";

export type FacetField =
  | "type"
  | "stepType"
  | "name"
  | "environment"
  | "apiKey"
  | "tags"
  | "model"
  | "provider"
  | "error"
  | "participant"
  | "promptLineage"
  | "scoreName"
  | "scoreLabel"
  | "scorer"
  | "label"
  | "value"
  | "metadata";

export const facetFields: Readonly<Record<AnalyzedResource, readonly FacetField[]>> = {
  threads: ["name", "environment", "tags", "error", "participant", "scoreName", "scoreLabel", "metadata"],
  steps: facetsOfSteps(),
  runs: facetsOfSteps(),
  generations: [
    "type",
    "stepType",
    "environment",
    "apiKey",
    "tags",
    "model",
    "provider",
    "error",
    "participant",
    "promptLineage",
    "scoreName",
    "scoreLabel",
    "metadata",
  ],
  scores: ["type", "name", "tags", "participant", "scorer", "label", "value"],
};

function facetsOfSteps(): readonly FacetField[] {
  const ofGeneration = ["model", "provider", "promptLineage"] as const;
  return [
    "type",
    "name",
    "environment",
    "apiKey",
    "tags",
    ...ofGeneration,
    "error",
    "participant",
    "scoreName",
    "scoreLabel",
    "metadata",
  ];
}

/** Selects the records to analyze: those of the kind `resource` that match all `filters`. */
export interface AnalysisQuery {
  readonly resource: AnalyzedResource;
  readonly filters: readonly ListFilter[];
}

export interface FacetRequest {
  readonly field: FacetField;
  /** Path within `metadata`, or the name of the scores for `scoreLabel`. */
  readonly path?: string | undefined;
  /** Counts only values of the field that contain this text, ignoring case. */
  readonly search?: string | undefined;
}

/** Records that a result is based on: all matching records, or an evenly spread sample of them. */
export interface AnalysisBasis {
  /** Number of matching records; extrapolated from the sample when it is an estimate. */
  readonly recordCount: number;
  readonly isEstimate: boolean;
  readonly sampledCount: number;
}

export interface FacetValue {
  /** A string value unchanged; any other value as JSON text. */
  readonly value: string;
  readonly json: JsonValue;
  readonly count: number;
}

export interface Facet {
  readonly field: FacetField;
  readonly path: string | null;
  /** Sorted by frequency, most frequent first; equally frequent values are sorted by value. */
  readonly values: readonly FacetValue[];
  readonly valueCount: number;
  readonly missingCount: number;
}

export interface Facets extends AnalysisBasis {
  readonly facets: readonly Facet[];
}

export interface ScoreStatistics {
  readonly name: string;
  readonly count: number;
  readonly average: number;
}

export interface Statistics extends AnalysisBasis {
  readonly errorCount: number;
  readonly inputTokenCount: number;
  readonly outputTokenCount: number;
  readonly tokenCount: number;
  /** Tokens of the runs and of all steps below them; null for other records. */
  readonly totalTokenCount: number | null;
  /** Like `totalTokenCount`, in US dollars; null without a price. */
  readonly totalCost: number | null;
  /** US dollars; null without a price. */
  readonly cost: number | null;
  /** Seconds. */
  readonly latencyP50: number | null;
  readonly latencyP95: number | null;
  readonly latencyP99: number | null;
  /** Milliseconds. */
  readonly ttFirstTokenP50: number | null;
  readonly ttFirstTokenP95: number | null;
  readonly ttFirstTokenP99: number | null;
  readonly scores: readonly ScoreStatistics[];
}

export type TimeSeriesMetric =
  | "threadCount"
  | "runCount"
  | "stepCount"
  | "generationCount"
  | "errorCount"
  | "generationErrorCount"
  | "tokenCount"
  | "inputTokenCount"
  | "outputTokenCount"
  | "cost"
  | "latencyP50"
  | "latencyP95"
  | "latencyP99"
  | "durationP50"
  | "durationP95"
  | "durationP99"
  | "ttFirstTokenP50"
  | "ttFirstTokenP95"
  | "ttFirstTokenP99"
  | "activeUserCount"
  | "scoreCount"
  | "scoreAverage";

export type TimeSeriesDimension =
  | "model"
  | "provider"
  | "promptId"
  | "name"
  | "type"
  | "environment"
  | "apiKey"
  | "participant"
  | "scoreName";

const ofSteps: readonly TimeSeriesDimension[] = [
  "model",
  "provider",
  "promptId",
  "name",
  "type",
  "environment",
  "apiKey",
  "participant",
];

export const metricDimensions: Readonly<Record<TimeSeriesMetric, readonly TimeSeriesDimension[]>> = {
  threadCount: ["environment", "participant"],
  runCount: ofSteps,
  stepCount: ofSteps,
  generationCount: ofSteps,
  errorCount: ofSteps,
  generationErrorCount: ofSteps,
  tokenCount: ofSteps,
  inputTokenCount: ofSteps,
  outputTokenCount: ofSteps,
  cost: ofSteps,
  latencyP50: ofSteps,
  latencyP95: ofSteps,
  latencyP99: ofSteps,
  durationP50: ofSteps,
  durationP95: ofSteps,
  durationP99: ofSteps,
  ttFirstTokenP50: ofSteps,
  ttFirstTokenP95: ofSteps,
  ttFirstTokenP99: ofSteps,
  activeUserCount: ["environment"],
  scoreCount: ["scoreName"],
  scoreAverage: ["scoreName"],
};

/** Times in epoch milliseconds, durations in milliseconds. */
export interface TimeSeriesQuery {
  readonly metrics: readonly TimeSeriesMetric[];
  readonly from: number;
  readonly to: number;
  readonly maxPoints: number;
  /**
   * Minimum length of a bucket, in milliseconds. Must be a whole number of minutes that divides a day evenly, or a
   * whole number of days.
   */
  readonly bucketLength?: number | undefined;
  /**
   * Whether to count only records from `from` to `to`. By default, all records in the first and the last bucket are
   * counted, even if these buckets start before `from` or end after `to`. `isExact` is ignored if too many records
   * would have to be read.
   */
  readonly isExact?: boolean | undefined;
  /** Offset of local time from UTC, in milliseconds. */
  readonly offset: number;
  readonly groupBy?: TimeSeriesDimension | undefined;
  readonly groupLimit: number;
  readonly environment?: string | undefined;
  /** Excluded environments; records without an environment are included. */
  readonly exceptEnvironments?: readonly string[] | undefined;
  /** Includes only records with one of these tags. At least one tag is required. */
  readonly tags?: readonly string[] | undefined;
  /**
   * Counts only steps that were recorded with one of these API keys, given by name or id. The counts are read from the
   * rollups by API key and environment. So this option cannot be combined with `tags`, `matching`, `activeUserCount`,
   * or a dimension other than `environment` and `apiKey`.
   */
  readonly apiKeys?: readonly string[] | undefined;
  /**
   * Counts only the records that match this query. All metrics must count records of the query's `resource` (see
   * {@link countsRecordsOf}). Cannot be combined with `tags`.
   */
  readonly matching?: AnalysisQuery | undefined;
}

export function countsRecordsOf(resource: AnalyzedResource, metric: TimeSeriesMetric): boolean {
  if (resource === "threads") return metric === "threadCount";
  const isOfScores = metric.startsWith("score");
  return resource === "scores" ? isOfScores : !isOfScores && metric !== "threadCount";
}

export interface TimeSeriesLine {
  readonly metric: TimeSeriesMetric;
  readonly group: string | null;
  /** Id of the user or API key that `group` names. Unlike the name, the id never changes. Absent for other groups. */
  readonly groupId?: string;
  readonly isOther: boolean;
  readonly values: readonly (number | null)[];
  readonly total: number | null;
}

export interface TimeSeries {
  readonly from: number;
  readonly to: number;
  /** Range whose records are counted: from the first to the last bucket or, with `isExact`, the range of the query. */
  readonly countedFrom: number;
  readonly countedTo: number;
  readonly bucketLength: number;
  readonly times: readonly number[];
  readonly lines: readonly TimeSeriesLine[];
  /** Number of stored records that the values do not include yet. */
  readonly pendingCount: number;
  /**
   * Whether the values are extrapolated from a sample. A query with `tags` reads a sample if more than {@link
   * seriesSample} records of one kind have one of the tags. A query with `matching` reads a sample if more than 10,000
   * records match. It also does so if more than 20,000 records must be tested to find the matches, or more than
   * {@link seriesSample} if the tests read payloads.
   */
  readonly isEstimate: boolean;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Standard lengths of buckets, in milliseconds. */
export const bucketLengths: readonly number[] = [
  ...[1, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 28, 91, 364].map((count) => count * day),
];

/**
 * Size of the sample that `facets` and `statistics` read if more than 10,000 records match. It is smaller for threads,
 * because their steps are read, too.
 */
export const analysisLimits: Readonly<Record<AnalyzedResource, number>> = {
  threads: 1_000,
  steps: 5_000,
  runs: 5_000,
  generations: 5_000,
  scores: 5_000,
};

/** Size of the sample for a time series. {@link TimeSeries.isEstimate} says when a sample is read. */
export const seriesSample = 5_000;

/** Aggregate queries. Each query reads a bounded number of records. */
export interface AnalyticsStore {
  facets(
    projectId: string,
    query: AnalysisQuery & { readonly facets: readonly FacetRequest[]; readonly limit: number },
  ): Promise<Facets>;
  statistics(projectId: string, query: AnalysisQuery): Promise<Statistics>;
  timeSeries(projectId: string, query: TimeSeriesQuery): Promise<TimeSeries>;
  /** Returns metadata paths in alphabetical order. */
  metadataPaths(
    projectId: string,
    query: { readonly resource: AnalyzedResource; readonly search?: string | undefined; readonly first: number },
  ): Promise<string[]>;
  /**
   * Updates the rollups (precomputed totals of time series) now instead of in the background. The results of queries
   * stay the same.
   */
  settle(): Promise<void>;
}
