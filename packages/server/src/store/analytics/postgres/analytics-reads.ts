import { wholePayloadOfRow } from "../../session/postgres/rows-by.ts";
import { contentColumns } from "../../session/postgres/payload-content.ts";
import type { RecordList } from "../../lists/postgres/record-list.ts";
import type { ChosenRecords } from "../../lists/postgres/record-sample.ts";
import { readMinutesFrom, type Rollups } from "../../rollups/postgres/rollups.ts";
import type { PostgresSessions } from "../../session/postgres/postgres-sessions.ts";
import { selectFacts, toFact } from "../../rollups/postgres/rollup-facts.ts";
import { countFacts, kindOf, listWithin } from "../counted-cells.ts";
import type { AnalyticsReads } from "../create-analytics.ts";
import { countFacets } from "./facets.ts";
import { measure } from "./statistics.ts";
import { apiKeysOf, identifiersOf, readTimeSeries, type SeriesReads } from "../time-series.ts";
import { readSketches, readSums } from "./series-cells.ts";
import { countUsers } from "./series-users.ts";
import { readTaggedCells } from "./tagged-cells.ts";
import { readPending, recount } from "../../rollups/postgres/rollup-queue.ts";
import type { Session } from "../../session/postgres/session.ts";

export interface AnalyticsParts {
  readonly sessions: PostgresSessions;
  readonly rollups: Rollups;
  readonly lists: Readonly<Record<"threads" | "steps" | "generations" | "scores", RecordList<unknown>>>;
}

const newestRecords = 1_000;

const ofSteps = (value: string, condition: string): string => `
  SELECT ${value} AS metadata FROM (
    SELECT key, period FROM steps WHERE project_id = $1 AND ${condition} ORDER BY created_at DESC, key DESC LIMIT $2
  ) s CROSS JOIN LATERAL ${wholePayloadOfRow("s")} p`;

const metadataOf = {
  threads: "SELECT metadata FROM threads WHERE project_id = $1 ORDER BY created_at DESC, key DESC LIMIT $2",
  steps: ofSteps("p.metadata", "TRUE"),
  generations: ofSteps(
    `(threadline_json(${contentColumns.generation}) -> 'metadata')::text`,
    "generation_type IS NOT NULL",
  ),
} as const;

export function postgresAnalytics({ sessions, rollups, lists }: AnalyticsParts): AnalyticsReads<ChosenRecords> {
  return {
    sample: (projectId, { resource, filters, limit }, read) =>
      sessions.read(projectId, (session, project) =>
        lists[resource].sample(session, project, filters, {
          limit,
          read: async (select) => read({ session, project, select }),
        }),
      ),

    countFacets,
    measure,

    timeSeries: (projectId, query) =>
      sessions.read(projectId, (session, project) => {
        // Normally, the replica that queued changes of the rollups also applies them. That replica may have stopped, so
        // this replica also schedules work that applies them.
        rollups.touch(project);
        return readTimeSeries(seriesReads(session, project, lists), project, query);
      }),

    async metadata(projectId, resource) {
      const rows = await sessions.read(projectId, (session, project) =>
        session.all<{ metadata: string | null }>(metadataOf[resource], project, newestRecords),
      );
      return { paths: [], texts: rows.map(({ metadata }) => metadata) };
    },

    settle: () => rollups.catchUp(),
  };
}

function seriesReads(session: Session, project: number, lists: AnalyticsParts["lists"]): SeriesReads {
  return {
    minutesFrom: () => readMinutesFrom(session, project),
    pending: (wanted) => readPending(session, project, wanted),
    recount: (range, limit, wanted) => recount(session, project, range, limit, wanted),
    tagged: (options) => readTaggedCells(session, project, options),
    async matching({ list, range, dimensions }) {
      const { resource, filters, limit } = listWithin(list, range);
      const kind = kindOf(list);
      const { found, ...basis } = await lists[resource].sample(session, project, filters, {
        limit,
        async read(select) {
          const { sql, parameters } = select({ sql: "r.key", parameters: [] });
          const keys = await session.all<{ key: number }>(sql, ...parameters);
          return { count: keys.length, keys: keys.map(({ key }) => key) };
        },
      });
      const rows = await session.all<{ key: number }>(selectFacts(kind, "r.key = ANY(?)"), project, found.keys);
      return countFacts(
        rows.map((row) => toFact(kind, project, row)),
        { ...basis, dimensions },
      );
    },
    sums: (needs) => readSums(session, needs),
    sketches: (needs, groups) => readSketches(session, needs, groups),
    users: (options, environments) => countUsers(session, options, environments),
    identifiers: (ids) => identifiersOf(session, project, ids),
    apiKeys: () => apiKeysOf(session, project),
  };
}
