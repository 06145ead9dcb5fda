import { GET_FACETS, GET_METADATA_PATHS, GET_STATISTICS, GET_TIME_SERIES } from "../documents/generated/documents.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type {
  Analysis,
  Facets,
  FacetsQuery,
  MetadataPathsQuery,
  Statistics,
  TimeSeries,
  TimeSeriesQuery,
} from "../types/analytics.ts";

/** Operations that analyze records: facets, statistics and time series. */
export interface AnalyticsOperations {
  /** Returns the most frequent values of fields in the matching records. */
  getFacets(facets: FacetsQuery, options?: CallOptions): Promise<Facets>;
  /** Returns counts, sums and percentiles over the matching records. */
  getStatistics(analysis: Analysis, options?: CallOptions): Promise<Statistics>;
  /** Returns metrics over time. */
  getTimeSeries(series: TimeSeriesQuery, options?: CallOptions): Promise<TimeSeries>;
  /** Lists the paths that occur in the metadata of the records, such as `user.plan`, in alphabetical order. */
  getMetadataPaths(paths: MetadataPathsQuery, options?: CallOptions): Promise<string[]>;
}

const NOTHING = { recordCount: 0, isEstimate: false, sampledCount: 0 };
const NO_STATISTICS: Statistics = {
  ...NOTHING,
  errorCount: 0,
  inputTokenCount: 0,
  outputTokenCount: 0,
  tokenCount: 0,
  cost: null,
  totalTokenCount: null,
  totalCost: null,
  latencyP50: null,
  latencyP95: null,
  latencyP99: null,
  ttFirstTokenP50: null,
  ttFirstTokenP95: null,
  ttFirstTokenP99: null,
  scores: [],
};

const NO_SERIES = { bucketSeconds: 60, times: [], lines: [], pendingCount: 0, isEstimate: false };

export function createAnalyticsOperations(transport: Transport): AnalyticsOperations {
  return {
    async getFacets(facets, options) {
      const data = await transport.graphql(GET_FACETS, facets, options);
      return data.facets ?? { ...NOTHING, facets: [] };
    },
    async getStatistics(analysis, options) {
      const data = await transport.graphql(GET_STATISTICS, analysis, options);
      return data.statistics ?? NO_STATISTICS;
    },
    async getTimeSeries(series, options) {
      const data = await transport.graphql(GET_TIME_SERIES, series, options);
      const { from, to = null } = series;
      const until = to ?? from;
      return data.timeSeries ?? { ...NO_SERIES, from, to: until, countedFrom: from, countedTo: until };
    },
    async getMetadataPaths(paths, options) {
      const data = await transport.graphql(GET_METADATA_PATHS, paths, options);
      return (data.metadataPaths ?? []).map(({ path }) => path);
    },
  };
}
