import type {
  QueryFacetsArgs,
  QueryMetadataPathsArgs,
  QueryStatisticsArgs,
  QueryTimeSeriesArgs,
} from "@threadline/schema/server";
import {
  type AnalysisQuery,
  type AnalyticsStore,
  facetFields,
  type FacetRequest,
  countsRecordsOf,
  metricDimensions,
  type TimeSeriesMetric,
  type TimeSeriesQuery,
} from "../store/analytics.ts";
import type { ListFilter } from "../store/list.ts";
import { badInput } from "./errors.ts";
import { readFilters } from "./filters.ts";
import { recordLimits } from "./limits.ts";
import { readPageSize } from "./page-size.ts";
import { readQuery } from "./query.ts";
import { type Given, readText } from "./text.ts";

type FacetsQuery = Parameters<AnalyticsStore["facets"]>[1];
type PathsQuery = Parameters<AnalyticsStore["metadataPaths"]>[1];

const minute = 60_000;
const minutesPerDay = 24 * 60;
/**
 * Maximum range in milliseconds: 60 years. Even a single bucket of this range has a length in seconds that fits the
 * type `Int`.
 */
const maxRange = 60 * 365 * minutesPerDay * minute;
/** Maximum UTC offset, in minutes. */
const maxOffset = 840;

export function readAnalysis({ resource, filters, query }: QueryStatisticsArgs, now: number): AnalysisQuery {
  const list = resource === "runs" ? "steps" : resource;
  return { resource, filters: [...readFilters(list, filters), ...readQuery(list, query, now)] };
}

export function readFacets(args: QueryFacetsArgs, now: number): FacetsQuery {
  const { fields, resource } = args;
  checkLength("fields", fields.length, 20);
  const facets = fields.map(({ field, path, search }, index): FacetRequest => {
    const at = (name: string): string => `fields[${index}].${name}`;
    const known = facetFields[resource];
    if (!known.includes(field)) throw badInput(at("field"), `${resource} have no ${field}; use ${known.join(", ")}`);
    const given = readText(at("path"), path, recordLimits.nameLength) || undefined;
    if (field === "metadata" && given === undefined)
      throw badInput(at("path"), "is required for metadata, such as `customer.plan`");
    if (field === "scoreLabel" && given === undefined)
      throw badInput(at("path"), "is required for scoreLabel: the name of the scores, such as `user-feedback`");
    if (field !== "metadata" && field !== "scoreLabel" && given !== undefined)
      throw badInput(at("path"), `only applies to the fields metadata and scoreLabel, not to ${field}`);
    return { field, path: given, search: readText(at("search"), search, recordLimits.nameLength) || undefined };
  });
  return { ...readAnalysis(args, now), facets, limit: readPageSize(args.limit, { initial: 20, most: 200 }) };
}

export function readMetadataPaths({ resource, search, first }: QueryMetadataPathsArgs): PathsQuery {
  return {
    resource,
    search: readText("search", search, recordLimits.nameLength) || undefined,
    first: readPageSize(first, { initial: 100, most: 1_000 }),
  };
}

/**
 * Reads a query for a time series. Throws if a metric cannot be grouped by the dimension, or if the range or the bucket
 * length is not valid.
 */
export function readTimeSeries(args: QueryTimeSeriesArgs, now: number): TimeSeriesQuery {
  const { metrics, from, groupBy } = args;
  const to = args.to ?? now;
  checkLength("metrics", metrics.length, 20);
  if (to <= from) throw badInput("to", "must be later than from");
  if (to - from > maxRange) throw badInput("to", "must be within 60 years of from");
  for (const metric of metrics) {
    const known = metricDimensions[metric];
    if (groupBy != null && !known.includes(groupBy)) {
      throw badInput("groupBy", `${metric} cannot be split by ${groupBy}, only by ${known.join(", ")}`);
    }
    if (args.environment != null && metric.startsWith("score")) {
      throw badInput("environment", `does not apply to ${metric}, because scores have no environment`);
    }
  }
  const offset = args.offsetMinutes ?? 0;
  if (Math.abs(offset) > maxOffset) {
    throw badInput("offsetMinutes", `must be between -${maxOffset} and ${maxOffset}`, maxOffset);
  }
  return {
    metrics: [...new Set(metrics)],
    from,
    to,
    maxPoints: readPageSize(args.maxPoints, { initial: 60, most: 1_000 }),
    bucketLength: readBucket(args.bucketSeconds),
    isExact: args.wholeBuckets === false,
    offset: offset * minute,
    groupBy: groupBy ?? undefined,
    groupLimit: readPageSize(args.groupLimit, { initial: 10, most: 50 }),
    environment: readText("environment", args.environment, recordLimits.idLength) ?? undefined,
    exceptEnvironments: readExceptEnvironments(args.exceptEnvironments),
    tags: readTags(args.tags),
    ...readSelection(args, now),
  };
}

/**
 * Metrics of generations. They count the same records with the resource `generations` and no filters as without a
 * resource.
 */
const ofGenerations: ReadonlySet<TimeSeriesMetric> = new Set<TimeSeriesMetric>([
  "generationCount",
  "generationErrorCount",
  "tokenCount",
  "inputTokenCount",
  "outputTokenCount",
  "cost",
  "durationP50",
  "durationP95",
  "durationP99",
  "ttFirstTokenP50",
  "ttFirstTokenP95",
  "ttFirstTokenP99",
]);

/**
 * Reads which records the metrics count: the records of some API keys, or the records that match the filters of a list.
 * Returns an empty object if the metrics count all records.
 */
function readSelection(args: QueryTimeSeriesArgs, now: number): Pick<TimeSeriesQuery, "apiKeys" | "matching"> {
  const { resource, filters, query, metrics, tags } = args;
  if (resource == null) {
    if (filters != null && filters.length > 0) throw badInput("filters", "requires the argument resource");
    if (query != null && query !== "") throw badInput("query", "requires the argument resource");
    return {};
  }
  if (tags != null && tags.length > 0)
    throw badInput("tags", "cannot be combined with `resource`; filter the tags with `filters` instead");
  for (const metric of metrics) {
    if (!countsRecordsOf(resource, metric)) throw badInput("metrics", `${metric} is not a metric of ${resource}`);
  }
  const matching = readAnalysis({ resource, filters: filters ?? null, query: query ?? null }, now);
  const isWhole =
    resource === "runs"
      ? metrics.every((metric) => metric === "runCount")
      : resource !== "generations" || metrics.every((metric) => ofGenerations.has(metric));
  if (!isWhole) return { matching };
  if (matching.filters.length === 0) return {};
  const apiKeys = apiKeysOf(matching.filters);
  return apiKeys !== undefined && isCountedByKey(args) ? { apiKeys } : { matching };
}

/** Returns the API keys that the filters select; undefined if the filters also have other conditions. */
function apiKeysOf([filter, ...others]: readonly ListFilter[]): readonly string[] | undefined {
  if (filter === undefined || others.length > 0 || !("field" in filter)) return undefined;
  const { field, operator, value } = filter;
  return field === "apiKey" && operator === "in" && Array.isArray(value) ? value.map(String) : undefined;
}

function isCountedByKey({ metrics, groupBy = null }: QueryTimeSeriesArgs): boolean {
  const isGrouped = groupBy !== null && groupBy !== "apiKey" && groupBy !== "environment";
  return !isGrouped && metrics.every((metric) => metricDimensions[metric].includes("apiKey"));
}

function readExceptEnvironments(names: Given<readonly string[]>): readonly string[] | undefined {
  if (names == null || names.length === 0) return undefined;
  checkLength("exceptEnvironments", names.length, 32);
  const given = names.map((name, index) => readText(`exceptEnvironments[${index}]`, name, recordLimits.idLength) ?? "");
  return [...new Set(given)];
}

function readTags(tags: Given<readonly string[]>): readonly string[] | undefined {
  if (tags == null || tags.length === 0) return undefined;
  checkLength("tags", tags.length, 32);
  return [...new Set(tags.map((tag, index) => readText(`tags[${index}]`, tag, recordLimits.nameLength) ?? ""))];
}

function readBucket(seconds: Given<number>): number | undefined {
  if (seconds == null) return undefined;
  const minutes = seconds / 60;
  const fits = Number.isInteger(minutes) && minutes > 0 && minutes <= 364 * minutesPerDay;
  if (fits && (minutesPerDay % minutes === 0 || minutes % minutesPerDay === 0)) return minutes * minute;
  throw badInput("bucketSeconds", "must be whole minutes that divide a day evenly, or 1 to 364 whole days");
}

function checkLength(field: string, length: number, limit: number): void {
  if (length === 0) throw badInput(field, "must not be empty", 1);
  if (length > limit) throw badInput(field, `has ${length} elements, and at most ${limit} are allowed`, limit);
}
