import { type AnalysisBasis, analysisLimits, type AnalysisQuery, type AnalyticsStore } from "../analytics.ts";
import type { Filter } from "../list.ts";
import type { Database } from "./database.ts";
import { countFacets } from "./facets.ts";
import { readMetadataPaths } from "./metadata-paths.ts";
import type { ProjectKeys } from "./project-keys.ts";
import type { RecordList } from "./record-list.ts";
import type { Rollups } from "./rollups.ts";
import { measure } from "./statistics.ts";
import { readTimeSeries } from "./time-series.ts";

export interface AnalyticsStoreParts {
  readonly database: Database;
  readonly projects: ProjectKeys;
  readonly rollups: Rollups;
  readonly lists: Readonly<Record<"threads" | "steps" | "generations" | "scores", RecordList<unknown>>>;
}

const onlyRuns: Filter = { field: "type", operator: "eq", value: "run" };

interface Sample {
  readonly keys: readonly number[];
  /** How many records each of them stands for. */
  readonly scale: number;
  readonly basis: AnalysisBasis;
}

export function createAnalyticsStore({ database, projects, rollups, lists }: AnalyticsStoreParts): AnalyticsStore {
  async function sample(projectId: string, { resource, filters }: AnalysisQuery): Promise<Sample> {
    const isRuns = resource === "runs";
    const { keys, recordCount, isEstimate } = await lists[isRuns ? "steps" : resource].sample(
      projectId,
      isRuns ? [...filters, onlyRuns] : filters,
      analysisLimits[resource],
    );
    const scale = isEstimate && keys.length > 0 ? recordCount / keys.length : 1;
    return { keys, scale, basis: { recordCount, isEstimate, sampledCount: keys.length } };
  }

  return {
    async facets(projectId, { facets, limit, ...query }) {
      const project = await projects.of(projectId);
      const { keys, scale, basis } = await sample(projectId, query);
      const { resource } = query;
      return database.read(project, async (session) => ({
        ...basis,
        facets: await countFacets(session, project, { resource, keys }, { facets, limit, scale }),
      }));
    },

    async statistics(projectId, query) {
      const project = await projects.of(projectId);
      const { keys, scale, basis } = await sample(projectId, query);
      const { resource } = query;
      return database.read(project, async (session) => ({
        ...basis,
        ...(await measure(session, project, { resource, keys }, scale)),
      }));
    },

    async timeSeries(projectId, query) {
      const project = await projects.of(projectId);
      // A replica that ended may have left something queued.
      rollups.touch(project);
      return database.read(project, (session) => readTimeSeries(session, project, query));
    },

    async metadataPaths(projectId, { resource, ...query }) {
      const project = await projects.of(projectId);
      if (resource === "scores") return [];
      const kind = resource === "runs" ? "steps" : resource;
      return database.read(project, (session) => readMetadataPaths(session, project, kind, query));
    },

    settle: () => rollups.catchUp(),
  };
}
