import type { GenerationsFilter } from "./generations.ts";
import type { JsonValue, Maybe } from "./json.ts";
import type { ScoresFilter } from "./scores.ts";
import type { StepsFilter } from "./steps.ts";
import type { ThreadsFilter } from "./threads.ts";

/**
 * Selects the records to analyze: all records of a kind, or those that match filters and a query. `runs` are the steps
 * of type `run`.
 */
export type Analysis = (
  | { resource: "threads"; filters?: ThreadsFilter[] | undefined }
  | { resource: "steps" | "runs"; filters?: StepsFilter[] | undefined }
  | { resource: "generations"; filters?: GenerationsFilter[] | undefined }
  | { resource: "scores"; filters?: ScoresFilter[] | undefined }
) & {
  /** Search query in addition to `filters`, such as `model:gpt-4o latency:>2s -tag:test`. */
  query?: Maybe<string>;
};

/** A field whose values are counted. */
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

export type FacetsQuery = Analysis & {
  fields: {
    field: FacetField;
    /**
     * Dot-separated path in the metadata if the field is `metadata`, or name of the scores if it is `scoreLabel`.
     * Required for both.
     */
    path?: Maybe<string>;
    /** Counts only values that contain this text, ignoring case. */
    search?: Maybe<string>;
  }[];
  /** Maximum number of values per field. Default: 20. */
  limit?: Maybe<number>;
};

/** Number of records that match an analysis, and number of records that were read to compute the results. */
export interface AnalysisBasis {
  /** Number of matching records. */
  recordCount: number;
  /** Whether the results come from an evenly distributed sample, because there are too many records. */
  isEstimate: boolean;
  /** Number of matching records that were read. */
  sampledCount: number;
}

export interface Facet {
  field: FacetField;
  path: string | null;
  /** Values, most frequent first. */
  values: { value: string; json: JsonValue; count: number }[];
  /** Number of distinct values. */
  valueCount: number;
  /** Number of records without a value. */
  missingCount: number;
}

/** Most frequent values of fields in the matching records. */
export interface Facets extends AnalysisBasis {
  facets: Facet[];
}

/** Sums and percentiles over the matching records. Latencies are in seconds, times to first token in milliseconds. */
export interface Statistics extends AnalysisBasis {
  errorCount: number;
  inputTokenCount: number;
  outputTokenCount: number;
  tokenCount: number;
  /** Cost in US dollars; null when no record has a price. */
  cost: number | null;
  /**
   * Tokens of the matching runs and all their descendants. Null for lists other than `runs`, and if no run has tokens.
   */
  totalTokenCount: number | null;
  /**
   * Cost of the matching runs and all their descendants, in US dollars. Null for lists other than `runs`, and if no run
   * has a price.
   */
  totalCost: number | null;
  latencyP50: number | null;
  latencyP95: number | null;
  latencyP99: number | null;
  ttFirstTokenP50: number | null;
  ttFirstTokenP95: number | null;
  ttFirstTokenP99: number | null;
  scores: { name: string; count: number; average: number }[];
}

/** Metric of a time series. The GraphQL schema describes each metric. */
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

/**
 * Query of metrics over time. A record is counted in the bucket that contains its creation time. Times are ISO 8601.
 *
 * By default, all records are counted. With `resource`, only records of that list are counted, and only if they match
 * `filters` and `query`. The metrics must then fit the list. `threadCount` needs the list of threads, and score metrics
 * need the list of scores. All other metrics need a list of steps, runs or generations.
 */
export type TimeSeriesQuery = TimeSeriesRange &
  (Analysis | { resource?: undefined; filters?: undefined; query?: undefined });

/** Metrics, range, buckets and groups of a time series. */
export interface TimeSeriesRange {
  metrics: TimeSeriesMetric[];
  from: string;
  /** End of the range. Default: now. */
  to?: Maybe<string>;
  /** Maximum number of buckets. The service chooses their length. Default: 60. */
  maxPoints?: Maybe<number>;
  /**
   * Length of a bucket in seconds. Either a whole number of minutes that divides a day evenly, or a whole number of
   * days. Default: chosen by the service.
   */
  bucketSeconds?: Maybe<number>;
  /**
   * Whether the first and the last bucket count all their records. If false, only records from `from` to `to` are
   * counted, so these buckets may be incomplete. But if more than 20,000 records would have to be read for this, all
   * records of these buckets are counted (see `countedFrom`). Default: true.
   */
  wholeBuckets?: Maybe<boolean>;
  /** Offset of local time from UTC in minutes. Days then start at local midnight. */
  offsetMinutes?: Maybe<number>;
  groupBy?: Maybe<TimeSeriesDimension>;
  /** Maximum number of groups. The largest groups are returned. Default: 10. */
  groupLimit?: Maybe<number>;
  /** Counts only records of this environment. */
  environment?: Maybe<string>;
  /** Excludes records of these environments, such as `experiment`; at most 32. */
  exceptEnvironments?: Maybe<string[]>;
  /**
   * Counts only threads, steps and scores that have at least one of these tags. A generation is counted if its step is.
   * The tags of a thread do not count as tags of its steps. At most 32 tags. Not allowed with `resource`; use a filter
   * on `tags` instead.
   */
  tags?: Maybe<string[]>;
}

/** One metric over time, of all records or one group. */
export interface TimeSeriesLine {
  metric: TimeSeriesMetric;
  /**
   * Value of the group. Null in three cases: the query has no `groupBy`, `isOther` is true, or the group consists of
   * the records without a value.
   */
  group: string | null;
  /** Whether the line is the sum of the remaining groups. */
  isOther: boolean;
  /** Values in the order of `times`. */
  values: (number | null)[];
  /** The metric over the counted range. */
  total: number | null;
}

export interface TimeSeries {
  from: string;
  to: string;
  /** Start of the range whose records are counted. Later than `from` only if `wholeBuckets` is false. */
  countedFrom: string;
  /** End of the range whose records are counted. Earlier than `to` only if `wholeBuckets` is false. */
  countedTo: string;
  bucketSeconds: number;
  /** Start of each bucket, oldest first. */
  times: string[];
  lines: TimeSeriesLine[];
  /**
   * Approximate number of stored records that the values do not include yet. Usually 0, except after a large import or
   * an upgrade.
   */
  pendingCount: number;
  /**
   * Whether values are estimated from a sample. A sample is used in three cases: more than 5,000 records have one of
   * the `tags`, more than 10,000 records match the `filters` and the `query`, or more than 20,000 records must be
   * tested to find the matching ones.
   */
  isEstimate: boolean;
}

export interface MetadataPathsQuery {
  resource: "threads" | "steps" | "runs" | "generations";
  /** Returns only paths that contain this text, ignoring case. */
  search?: Maybe<string>;
  /** Maximum number of paths. Default: 100. */
  first?: Maybe<number>;
}
