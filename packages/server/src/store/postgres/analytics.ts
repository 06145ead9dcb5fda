import { type AnalysisBasis, analysisLimits, type AnalysisQuery, type AnalyticsStore } from "../analytics.ts";
import { flattenAttributes } from "../flatten-attributes.ts";
import { foldCase } from "../fold-case.ts";
import { fromJsonText } from "../json-texts.ts";
import type { JsonObject } from "../json.ts";
import type { Filter } from "../list.ts";
import { toMeasured } from "../measure-rows.ts";
import type { Database } from "./database.ts";
import { countFacets, toFacets } from "./facets.ts";
import type { ProjectKeys } from "./project-keys.ts";
import type { RecordList } from "../lists/postgres/record-list.ts";
import type { SelectChosen } from "../lists/postgres/record-sample.ts";
import type { Rollups } from "./rollups.ts";
import type { Session } from "./session.ts";
import { measure } from "./statistics.ts";
import { readTimeSeries } from "./time-series.ts";

export interface AnalyticsStoreParts {
  readonly database: Database;
  readonly projects: ProjectKeys;
  readonly rollups: Rollups;
  readonly lists: Readonly<Record<"threads" | "steps" | "generations" | "scores", RecordList<unknown>>>;
}

const onlyRuns: Filter = { field: "type", operator: "eq", value: "run" };

export function createAnalyticsStore({ database, projects, rollups, lists }: AnalyticsStoreParts): AnalyticsStore {
  /** Reads the matching records or a sample, and returns the number of records that each represents. */
  async function sample<Found extends { readonly count: number }>(
    projectId: string,
    { resource, filters }: AnalysisQuery,
    read: (session: Session, project: number, select: SelectChosen) => Promise<Found>,
  ): Promise<{ readonly found: Found; readonly scale: number; readonly basis: AnalysisBasis }> {
    const project = await projects.of(projectId);
    const isRuns = resource === "runs";
    return database.read(project, async (session) => {
      const { found, recordCount, isEstimate } = await lists[isRuns ? "steps" : resource].sample(
        session,
        project,
        isRuns ? [...filters, onlyRuns] : filters,
        { limit: analysisLimits[resource], read: (select) => read(session, project, select) },
      );
      const scale = isEstimate && found.count > 0 ? recordCount / found.count : 1;
      return { found, scale, basis: { recordCount, isEstimate, sampledCount: found.count } };
    });
  }

  return {
    async facets(projectId, { facets, limit, ...query }) {
      const { resource } = query;
      const { found, scale, basis } = await sample(projectId, query, (session, project, select) =>
        countFacets(session, project, { resource, facets }, select),
      );
      return { ...basis, facets: toFacets(found, facets, { limit, scale }) };
    },

    async statistics(projectId, query) {
      const { found, scale, basis } = await sample(projectId, query, (session, project, select) =>
        measure(session, project, query.resource, select),
      );
      return { ...basis, ...toMeasured(found, found.scores, scale) };
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

/** Number of newest records that paths are collected from. */
const newestRecords = 1_000;

const ofSteps = (value: string, condition: string): string => `
  SELECT ${value} AS metadata FROM (
    SELECT key, period FROM steps WHERE project_id = $1 AND ${condition} ORDER BY created_at DESC, key DESC LIMIT $2
  ) s JOIN step_payloads p ON p.project_id = $1 AND p.step = s.key AND p.period = s.period`;

const metadataOf: Readonly<Record<"threads" | "steps" | "generations", string>> = {
  threads: "SELECT metadata FROM threads WHERE project_id = $1 ORDER BY created_at DESC, key DESC LIMIT $2",
  steps: ofSteps("p.metadata", "TRUE"),
  generations: ofSteps("(threadline_json(p.generation) -> 'metadata')::text", "generation_type IS NOT NULL"),
};

/** The paths of the newest records that contain a text, in alphabetical order. */
async function readMetadataPaths(
  session: Session,
  project: number,
  resource: "threads" | "steps" | "generations",
  { search = "", first }: { readonly search?: string | undefined; readonly first: number },
): Promise<string[]> {
  const needle = foldCase(search);
  const rows = await session.all<{ metadata: string | null }>(metadataOf[resource], project, newestRecords);
  const seen = rows.flatMap(({ metadata }) => flattenAttributes(fromJsonText<JsonObject | null>(metadata) ?? {}) ?? []);
  const paths = new Set(seen.map(({ path }) => path).filter((path) => foldCase(path).includes(needle)));
  return [...paths].toSorted().slice(0, first);
}
