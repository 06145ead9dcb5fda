import {
  type AnalysisBasis,
  analysisLimits,
  type AnalysisQuery,
  type AnalyticsStore,
  type Facet,
} from "../analytics.ts";
import { flattenAttributes } from "../flatten-attributes.ts";
import type { JsonObject } from "../json.ts";
import type { Filter } from "../list.ts";
import { foldCase } from "../fold-case.ts";
import type { Database } from "./database.ts";
import { countFacets } from "./facets.ts";
import type { ProjectKeys } from "./project-keys.ts";
import type { RecordList } from "../lists/sqlite/record-list.ts";
import type { Rollups } from "./rollups.ts";
import { measure } from "./statistics.ts";
import { fromJsonText } from "../json-texts.ts";
import { readTimeSeries } from "./time-series.ts";

export interface AnalyticsStoreParts {
  readonly database: Database;
  readonly projects: ProjectKeys;
  readonly rollups: Rollups;
  readonly lists: Readonly<Record<"threads" | "steps" | "generations" | "scores", RecordList<unknown>>>;
}

const onlyRuns: Filter = { field: "type", operator: "eq", value: "run" };
/** Number of newest records that paths are collected from, without an index. */
const newestRecords = 1_000;

const metadataOf = {
  threads: "SELECT metadata FROM threads WHERE project_id = ? ORDER BY created_at DESC LIMIT ?",
  generations: `
    SELECT p.payload -> '$.metadata' AS metadata FROM (
      SELECT step FROM generations WHERE project_id = ? ORDER BY created_at DESC LIMIT ?
    ) g JOIN generation_payloads p ON p.step = g.step`,
  steps: `
    SELECT p.metadata FROM (SELECT step FROM step_index_backlog WHERE project_id = ? ORDER BY created_at DESC LIMIT ?) b
    JOIN step_payloads p ON p.step = b.step`,
} as const;

export function createAnalyticsStore(parts: AnalyticsStoreParts): AnalyticsStore {
  const { database, projects, rollups, lists } = parts;

  /** Returns the records to read, and the number of records that each represents. */
  async function sample(
    projectId: string,
    { resource, filters }: AnalysisQuery,
  ): Promise<{ readonly keys: readonly number[]; readonly scale: number; readonly basis: AnalysisBasis }> {
    const isRuns = resource === "runs";
    const found = await lists[isRuns ? "steps" : resource].sample(
      projectId,
      isRuns ? [...filters, onlyRuns] : filters,
      analysisLimits[resource],
    );
    const { keys, recordCount, isEstimate } = found;
    const scale = isEstimate && keys.length > 0 ? recordCount / keys.length : 1;
    return { keys, scale, basis: { recordCount, isEstimate, sampledCount: keys.length } };
  }

  return {
    async facets(projectId, { facets, limit, ...query }) {
      const { keys, scale, basis } = await sample(projectId, query);
      const project = projects.of(projectId);
      const counted = { resource: query.resource, keys };
      // In one transaction, as pages that were read are forgotten when the next one begins after a write.
      const count = (): Facet[] => countFacets(database, project, counted, { facets, limit, scale });
      return { ...basis, facets: database.read(count) };
    },

    async statistics(projectId, query) {
      const { keys, scale, basis } = await sample(projectId, query);
      const project = projects.of(projectId);
      const measured = { resource: query.resource, keys };
      return { ...basis, ...database.read(() => measure(database, project, measured, scale)) };
    },

    async timeSeries(projectId, query) {
      const project = projects.of(projectId);
      return database.read(() => readTimeSeries({ database, rollups }, project, query));
    },

    async metadataPaths(projectId, { resource, search, first }) {
      const project = projects.of(projectId);
      if (resource === "scores") return [];
      const isOfSteps = resource === "steps" || resource === "runs";
      const needle = foldCase(search ?? "");
      const sql =
        "SELECT path FROM attribute_paths WHERE project_id = ? AND instr(foldCase(path), ?) > 0 ORDER BY path LIMIT ?";
      const known = isOfSteps ? database.all<{ path: string }>(sql, project, needle, first) : [];
      const rows = database.all<{ metadata: string | null }>(
        metadataOf[isOfSteps ? "steps" : resource],
        project,
        newestRecords,
      );
      const seen = rows.flatMap(
        ({ metadata }) => flattenAttributes(fromJsonText<JsonObject | null>(metadata) ?? {}) ?? [],
      );
      const paths = new Set(
        [...known, ...seen].map(({ path }) => path).filter((path) => foldCase(path).includes(needle)),
      );
      return [...paths].toSorted().slice(0, first);
    },

    async settle() {
      rollups.catchUp();
    },
  };
}
