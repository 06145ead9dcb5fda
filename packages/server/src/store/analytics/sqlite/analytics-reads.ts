import type { RecordList } from "../../lists/sqlite/record-list.ts";
import type { RecordSample, SampledKeys } from "../../lists/sqlite/record-sample.ts";
import type { Rollups } from "../../rollups/sqlite/rollups.ts";
import type { Database } from "../../session/sqlite/database.ts";
import { contentColumns } from "../../ingest/sqlite/packed-payload.ts";
import { sessionOf, type SqliteSessions } from "../../session/sqlite/sqlite-sessions.ts";
import { selectFacts, toFact } from "../../rollups/sqlite/rollup-facts.ts";
import { countFacts, kindOf, listWithin } from "../counted-cells.ts";
import type { AnalyticsReads } from "../create-analytics.ts";
import { chooseBuckets, countedRange } from "../series-plan.ts";
import { countFacets } from "./facets.ts";
import { measure } from "./statistics.ts";
import { apiKeysOf, identifiersOf, readTimeSeries, type SeriesReads } from "../time-series.ts";
import { readSketches, readSums } from "./series-cells.ts";
import { countUsers } from "./series-users.ts";
import { readTaggedCells } from "./tagged-cells.ts";

export interface AnalyticsParts {
  readonly database: Database;
  readonly sessions: SqliteSessions;
  readonly rollups: Rollups;
  readonly lists: Readonly<Record<"threads" | "steps" | "generations" | "scores", RecordList<unknown>>>;
}

/** Number of newest records from which metadata paths are collected if there is no index. */
const newestRecords = 1_000;

const metadataOf = {
  threads: "SELECT metadata FROM threads WHERE project_id = ? ORDER BY created_at DESC LIMIT ?",
  generations: `
    SELECT ${contentColumns.generation} -> '$.metadata' AS metadata FROM (
      SELECT step FROM generations WHERE project_id = ? ORDER BY created_at DESC LIMIT ?
    ) g JOIN step_payloads p ON p.step = g.step LEFT JOIN generation_payloads q ON q.step = g.step`,
  steps: `
    SELECT p.metadata FROM (SELECT step FROM step_index_backlog WHERE project_id = ? ORDER BY created_at DESC LIMIT ?) b
    JOIN step_payloads p ON p.step = b.step`,
} as const;

export function sqliteAnalytics({ database, sessions, rollups, lists }: AnalyticsParts): AnalyticsReads<SampledKeys> {
  return {
    async sample(projectId, { resource, filters, limit }, read) {
      const { keys, recordCount, isEstimate } = await lists[resource].sample(projectId, filters, limit);
      const project = sessions.keyOf(projectId);
      // All queries of `read` share one transaction. In separate transactions, a write between two queries would make
      // SQLite discard the page cache.
      const found = await database.read(() => read({ database, project, keys }));
      return { found, recordCount, isEstimate };
    },

    countFacets,
    measure,

    async timeSeries(projectId, query) {
      const project = sessions.keyOf(projectId);
      // The sample is chosen before the snapshot is taken. Choosing it pauses for other requests, and a snapshot must
      // not be paused.
      const chosen = query.list && listWithin(query.list, countedRange(query, chooseBuckets(query)));
      const sample = chosen && (await lists[chosen.resource].sample(projectId, chosen.filters, chosen.limit));
      return database.snapshot(() => readTimeSeries(seriesReads(database, rollups, project, sample), project, query));
    },

    async metadata(projectId, resource, { needle, first }) {
      const project = sessions.keyOf(projectId);
      const sql =
        "SELECT path FROM attribute_paths WHERE project_id = ? AND instr(foldCase(path), ?) > 0 ORDER BY path LIMIT ?";
      const known = resource === "steps" ? database.all<{ path: string }>(sql, project, needle, first) : [];
      const rows = database.all<{ metadata: string | null }>(metadataOf[resource], project, newestRecords);
      return { paths: known.map(({ path }) => path), texts: rows.map(({ metadata }) => metadata) };
    },

    async settle() {
      rollups.catchUp();
    },
  };
}

function seriesReads(
  database: Database,
  rollups: Rollups,
  project: number,
  sample: RecordSample | undefined,
): SeriesReads {
  return {
    minutesFrom: () => rollups.minutesFrom,
    pending: (wanted) => rollups.pending(project, wanted),
    recount: (range, limit, wanted) => rollups.recount(project, range, limit, wanted),
    tagged: (options) => readTaggedCells(database, project, options),
    matching({ list, dimensions }) {
      const { keys, recordCount, isEstimate } = sample ?? { keys: [], recordCount: 0, isEstimate: false };
      const kind = kindOf(list);
      const facts = selectFacts(kind, "r.key IN (SELECT value FROM json_each(?))");
      const rows = database.all<object>(facts, JSON.stringify(keys));
      return countFacts(
        rows.map((row) => toFact(kind, row)),
        { recordCount, isEstimate, dimensions },
      );
    },
    sums: (needs) => readSums(database, needs),
    sketches: (needs, groups) => readSketches(database, needs, groups),
    users: (options, environments) => countUsers(database, options, environments),
    identifiers: (ids) => identifiersOf(sessionOf(database), project, ids),
    apiKeys: () => apiKeysOf(sessionOf(database), project),
  };
}
