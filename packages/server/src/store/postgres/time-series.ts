import type { TimeSeries, TimeSeriesQuery } from "../analytics.ts";
import { decodeText, dimensions, RollupCells } from "../rollup-cells.ts";
import { completeSeries, draftSeries, planByHours, planCounted, type SeriesPlan } from "../series-plan.ts";
import { dimensionOf, needsOf, recordsOf, type SeriesNumbers, toTimeSeries } from "../time-series-lines.ts";
import { chooseBuckets } from "../time-buckets.ts";
import { readPending, recount } from "./rollup-queue.ts";
import { readMinutesFrom } from "./rollups.ts";
import { readSeries } from "./series-cells.ts";
import { countUsers } from "./series-users.ts";
import type { Session } from "./session.ts";
import { readTaggedCells } from "./tagged-cells.ts";

/** Reads metrics over time from the rollups and from what is not in them yet. Inside a read transaction. */
export async function readTimeSeries(session: Session, project: number, query: TimeSeriesQuery): Promise<TimeSeries> {
  const numbers = await numbersOf(session, project, query);
  const needs = needsOf(project, query, numbers);
  const found = await readSeries(session, needs, query.groupLimit);
  const environments = query.groupBy === undefined ? undefined : found.groups;
  const users = query.metrics.includes("activeUserCount")
    ? await countUsers(session, { ...needs, dimension: dimensions.user }, environments)
    : [];
  const values = found.groups.map(decodeText);
  const names = query.groupBy === "participant" ? await namesOf(session, project, values) : values;
  return toTimeSeries(query, numbers, found, { names, users });
}

/** Where the numbers come from: the rollups and what is not in them yet or, for tags, the records themselves. */
async function numbersOf(session: Session, project: number, query: TimeSeriesQuery): Promise<SeriesNumbers> {
  const { tags, metrics } = query;
  if (tags === undefined) {
    return {
      plan: await planSeries(session, project, query),
      pending: await readPending(session, project),
      isEstimate: false,
    };
  }
  const buckets = chooseBuckets(query);
  const wanted = new Set([dimensionOf(query)]);
  if (metrics.includes("activeUserCount")) wanted.add(dimensions.user);
  const kinds = recordsOf(metrics);
  const { cells, isEstimate } = await readTaggedCells(session, project, { tags, kinds, buckets, dimensions: wanted });
  return { plan: planCounted(buckets, cells), pending: { cells: new RollupCells(), leftOut: 0 }, isEstimate };
}

async function planSeries(session: Session, project: number, query: TimeSeriesQuery): Promise<SeriesPlan> {
  const draft = draftSeries(query, await readMinutesFrom(session, project));
  const counted: RollupCells[] = [];
  for (const range of draft.uncounted) {
    // oxlint-disable-next-line no-await-in-loop -- one statement after the other
    const cells = await recount(session, project, range, draft.limit);
    if (cells === undefined) return planByHours(query);
    counted.push(cells);
  }
  return completeSeries(draft, counted);
}

/** Reads the identifiers of users, which are summed by id because identifiers may change. */
async function namesOf(session: Session, project: number, ids: readonly (string | null)[]): Promise<(string | null)[]> {
  const sql = "SELECT id, identifier FROM users WHERE project_id = ? AND id = ANY(?)";
  const rows = await session.all<{ id: string; identifier: string }>(sql, project, ids);
  const identifiers = new Map<string | null, string>(rows.map(({ id, identifier }) => [id, identifier]));
  return ids.map((id) => identifiers.get(id) ?? null);
}
