import type { TimeSeries, TimeSeriesDimension, TimeSeriesQuery } from "../analytics.ts";
import { decodeText, dimensions, RollupCells } from "../rollup-cells.ts";
import { completeSeries, draftSeries, planByHours, planCounted, type SeriesPlan } from "../series-plan.ts";
import { dimensionOf, needsOf, recordsOf, type SeriesNumbers, toTimeSeries } from "../time-series-lines.ts";
import { chooseBuckets } from "../time-buckets.ts";
import type { Database } from "./database.ts";
import type { Rollups } from "./rollups.ts";
import { readSeries } from "./series-cells.ts";
import { countUsers } from "./series-users.ts";
import { readTaggedCells } from "./tagged-cells.ts";

export interface TimeSeriesParts {
  readonly database: Database;
  readonly rollups: Rollups;
}

/** Reads metrics over time from the rollups and from what is not in them yet. Inside a read transaction. */
export function readTimeSeries(parts: TimeSeriesParts, project: number, query: TimeSeriesQuery): TimeSeries {
  const { database } = parts;
  const numbers = numbersOf(parts, project, query);
  const needs = needsOf(project, query, numbers);
  const found = readSeries({ ...needs, database }, query.groupLimit, needs.rank);
  const ofUsers = { ...needs, dimension: dimensions.user };
  const users = query.metrics.includes("activeUserCount")
    ? countUsers(database, ofUsers, query.groupBy === undefined ? undefined : found.groups)
    : [];
  const names = found.groups.map((group) => nameOf(database, query.groupBy, group));
  return toTimeSeries(query, numbers, found, { names, users });
}

/** Where the numbers come from: the rollups and what is not in them yet or, for tags, the records themselves. */
function numbersOf({ database, rollups }: TimeSeriesParts, project: number, query: TimeSeriesQuery): SeriesNumbers {
  const { tags, metrics } = query;
  if (tags === undefined) {
    return { plan: planSeries(rollups, project, query), pending: rollups.pending(project), isEstimate: false };
  }
  const buckets = chooseBuckets(query);
  const wanted = new Set([dimensionOf(query)]);
  if (metrics.includes("activeUserCount")) wanted.add(dimensions.user);
  const kinds = recordsOf(metrics);
  const { cells, isEstimate } = readTaggedCells(database, project, { tags, kinds, buckets, dimensions: wanted });
  return {
    plan: planCounted(buckets, cells),
    pending: { cells: new RollupCells(), leftOut: 0 },
    isEstimate,
  };
}

/** Finds the sources of a series. Inside a read transaction. */
function planSeries(rollups: Rollups, project: number, query: TimeSeriesQuery): SeriesPlan {
  const draft = draftSeries(query, rollups.minutesFrom);
  const counted: RollupCells[] = [];
  for (const { from, to } of draft.uncounted) {
    const cells = rollups.recount(project, from, to, draft.limit);
    if (cells === undefined) return planByHours(query);
    counted.push(cells);
  }
  return completeSeries(draft, counted);
}

/** Returns the name of a group; users are summed by key because identifiers may change. */
function nameOf(database: Database, groupBy: TimeSeriesDimension | undefined, group: string): string | null {
  const value = decodeText(group);
  if (groupBy !== "participant" || value === null) return value;
  const sql = "SELECT identifier FROM users WHERE key = ?";
  return database.get<{ identifier: string }>(sql, Number(value))?.identifier ?? null;
}
