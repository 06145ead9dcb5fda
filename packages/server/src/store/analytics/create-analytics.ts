import {
  type AnalysisBasis,
  analysisLimits,
  type AnalysisQuery,
  type AnalyticsStore,
  type AnalyzedResource,
  type FacetRequest,
  type TimeSeries,
} from "../analytics.ts";
import { foldCase } from "../comparable-text.ts";
import { fromJsonText } from "../json-texts.ts";
import type { JsonObject } from "../../json/json-value.ts";
import type { Filter } from "../list.ts";
import { flattenAttributes } from "../search/flatten-attributes.ts";
import type { ReadList } from "./counted-cells.ts";
import { type CountedFacets, toFacet } from "./facet-values.ts";
import { type RecordSums, toMeasured } from "./measure-rows.ts";
import type { SeriesRequest } from "./time-series.ts";

interface Sampled<Found> {
  readonly found: Found;
  /** Number of matching records; an estimate when not all were read. */
  readonly recordCount: number;
  readonly isEstimate: boolean;
}

type PayloadResource = "threads" | "steps" | "generations";

/**
 * Database reads that analytics are computed from. `Sample` is the type in which a database represents sampled records.
 */
export interface AnalyticsReads<Sample> {
  /**
   * Calls `read` with all matching records, or with a sample. A sample is used if more than 10,000 records match, or if
   * too many records must be tested to find the matches. To create the sample, about `limit` evenly distributed records
   * are selected, and those that match are kept.
   */
  sample<Found extends { readonly count: number }>(
    projectId: string,
    list: ReadList & { readonly limit: number },
    read: (sample: Sample) => Found | Promise<Found>,
  ): Promise<Sampled<Found>>;
  countFacets(
    sample: Sample,
    resource: AnalyzedResource,
    facets: readonly FacetRequest[],
  ): CountedFacets | Promise<CountedFacets>;
  measure(sample: Sample, resource: AnalyzedResource): RecordSums | Promise<RecordSums>;
  timeSeries(projectId: string, query: SeriesRequest): Promise<TimeSeries>;
  /** Reads metadata paths from an index, and from the metadata of the newest records. */
  metadata(
    projectId: string,
    resource: PayloadResource,
    search: { readonly needle: string; readonly first: number },
  ): Promise<{ readonly paths: readonly string[]; readonly texts: readonly (string | null)[] }>;
  settle(): Promise<void>;
}

const onlyRuns: Filter = { field: "type", operator: "eq", value: "run" };

function listOf({ resource, filters }: AnalysisQuery): ReadList {
  return resource === "runs" ? { resource: "steps", filters: [...filters, onlyRuns] } : { resource, filters };
}

export function createAnalyticsStore<Sample>(reads: AnalyticsReads<Sample>): AnalyticsStore {
  async function sample<Found extends { readonly count: number }>(
    projectId: string,
    query: AnalysisQuery,
    read: (sample: Sample) => Found | Promise<Found>,
  ): Promise<{ readonly found: Found; readonly scale: number; readonly basis: AnalysisBasis }> {
    const limit = analysisLimits[query.resource];
    const { found, recordCount, isEstimate } = await reads.sample(projectId, { ...listOf(query), limit }, read);
    const scale = isEstimate && found.count > 0 ? recordCount / found.count : 1;
    return { found, scale, basis: { recordCount, isEstimate, sampledCount: found.count } };
  }

  return {
    async facets(projectId, { facets, limit, ...query }) {
      const { found, scale, basis } = await sample(projectId, query, (records) =>
        reads.countFacets(records, query.resource, facets),
      );
      const none = { counts: new Map<string, number>(), missing: 0 };
      return {
        ...basis,
        facets: facets.map((facet, index) => toFacet(facet, { ...(found.facets[index] ?? none), limit, scale })),
      };
    },

    async statistics(projectId, query) {
      const { found, scale, basis } = await sample(projectId, query, (records) =>
        reads.measure(records, query.resource),
      );
      return { ...basis, ...toMeasured(found, scale) };
    },

    timeSeries: (projectId, { matching, ...query }) =>
      reads.timeSeries(projectId, { ...query, list: matching && listOf(matching) }),

    async metadataPaths(projectId, { resource, search = "", first }) {
      if (resource === "scores") return [];
      const needle = foldCase(search);
      const kind = resource === "runs" ? "steps" : resource;
      const { paths, texts } = await reads.metadata(projectId, kind, { needle, first });
      const seen = texts.flatMap((text) => flattenAttributes(fromJsonText<JsonObject | null>(text) ?? {}) ?? []);
      const found = seen.map(({ path }) => path).filter((path) => foldCase(path).includes(needle));
      return [...new Set([...paths, ...found])].toSorted().slice(0, first);
    },

    settle: () => reads.settle(),
  };
}
