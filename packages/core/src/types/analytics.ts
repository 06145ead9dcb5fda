import type { GenerationsFilter } from "./generations.ts";
import type { JsonValue, Maybe } from "./json.ts";
import type { ScoresFilter } from "./scores.ts";
import type { StepsFilter } from "./steps.ts";
import type { ThreadsFilter } from "./threads.ts";

/** Selects the records to analyze: those of a list with the same filters and query. `runs` are the steps of that type. */
export type Analysis = (
  | { resource: "threads"; filters?: ThreadsFilter[] | undefined }
  | { resource: "steps" | "runs"; filters?: StepsFilter[] | undefined }
  | { resource: "generations"; filters?: GenerationsFilter[] | undefined }
  | { resource: "scores"; filters?: ScoresFilter[] | undefined }
) & {
  /** Query in addition to the filters, such as `model:gpt-4o latency:>2s -tag:test`. */
  query?: Maybe<string>;
};

/** A field whose values are counted. */
export type FacetField =
  | "type"
  | "stepType"
  | "name"
  | "environment"
  | "tags"
  | "model"
  | "provider"
  | "error"
  | "participant"
  | "promptLineage"
  | "scoreName"
  | "scorer"
  | "label"
  | "metadata";

export type FacetsQuery = Analysis & {
  fields: {
    field: FacetField;
    /** Dot-separated path; required for `metadata`. */
    path?: Maybe<string>;
    /** Counts only values that contain this text, ignoring case. */
    search?: Maybe<string>;
  }[];
  /** Maximum values per field. Default: 20. */
  limit?: Maybe<number>;
};

/** Basis of the figures of an analysis. */
export interface AnalysisBasis {
  /** Number of matching records. */
  recordCount: number;
  /** Whether the figures come from an evenly spread sample, because there are too many records. */
  isEstimate: boolean;
  /** Number of matching records that were read. */
  sampledCount: number;
}

export interface Facet {
  field: FacetField;
  path: string | null;
  /** Most frequent first. */
  values: { value: string; json: JsonValue; count: number }[];
  /** Number of distinct values. */
  valueCount: number;
  /** Number of records without a value. */
  missingCount: number;
}

/** Value counts of fields over the matching records. */
export interface Facets extends AnalysisBasis {
  facets: Facet[];
}

/** Sums and percentiles of the matching records. Latencies are in seconds, times to first token in milliseconds. */
export interface Statistics extends AnalysisBasis {
  errorCount: number;
  inputTokenCount: number;
  outputTokenCount: number;
  tokenCount: number;
  /** Cost in US dollars; null when no record has a price. */
  cost: number | null;
  latencyP50: number | null;
  latencyP95: number | null;
  latencyP99: number | null;
  ttFirstTokenP50: number | null;
  ttFirstTokenP95: number | null;
  ttFirstTokenP99: number | null;
  scores: { name: string; count: number; average: number }[];
}

/** Metric of a time series; described in the GraphQL schema. */
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
  | "participant"
  | "scoreName";

/**
 * Metrics over time, by creation time of the records. Times are ISO 8601. With `resource`, `filters` and `query`, only
 * matching records of that list are counted: `threadCount` counts threads, metrics of scores count scores, and all
 * others count steps, runs and generations.
 */
export type TimeSeriesQuery = TimeSeriesRange &
  (Analysis | { resource?: undefined; filters?: undefined; query?: undefined });

/** Metrics, range, buckets and groups of a time series. */
export interface TimeSeriesRange {
  metrics: TimeSeriesMetric[];
  from: string;
  /** Default: now. */
  to?: Maybe<string>;
  /** Maximum number of buckets, whose length the service chooses. Default: 60. */
  maxPoints?: Maybe<number>;
  /** Bucket length in seconds: minutes that divide a day, or days. */
  bucketSeconds?: Maybe<number>;
  /** Offset of local time from UTC in minutes, so that days start at local midnight. */
  offsetMinutes?: Maybe<number>;
  groupBy?: Maybe<TimeSeriesDimension>;
  /** Maximum number of groups, largest first. Default: 10. */
  groupLimit?: Maybe<number>;
  /** Counts only records of this environment. */
  environment?: Maybe<string>;
  /** Excludes records of these environments, such as `experiment`; at most 32. */
  exceptEnvironments?: Maybe<string[]>;
  /**
   * Counts only threads, steps (with their generations) and scores that have one of these tags themselves. At most 32
   * tags. Not with `resource`, whose filters have tags.
   */
  tags?: Maybe<string[]>;
}

/** One metric over time, of all records or one group. */
export interface TimeSeriesLine {
  metric: TimeSeriesMetric;
  /** Null without grouping, for records without a value, and for the remaining groups. */
  group: string | null;
  /** Whether it sums the remaining groups. */
  isOther: boolean;
  /** In the order of `times`. */
  values: (number | null)[];
  /** The metric over the whole range. */
  total: number | null;
}

export interface TimeSeries {
  from: string;
  to: string;
  bucketSeconds: number;
  /** Start of each bucket, oldest first. */
  times: string[];
  lines: TimeSeriesLine[];
  /** Approximate number of stored records that are not counted yet. */
  pendingCount: number;
  /**
   * Whether the values are estimated from a sample, because more than 5,000 records have one of the `tags`, or had to be
   * tested for the `filters` and `query`.
   */
  isEstimate: boolean;
}

export interface MetadataPathsQuery {
  resource: "threads" | "steps" | "runs" | "generations";
  /** Only paths that contain this text, ignoring case. */
  search?: Maybe<string>;
  /** Maximum number. Default: 100. */
  first?: Maybe<number>;
}
