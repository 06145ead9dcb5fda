import type {
  PromptLineageRecord,
  PromptRollout,
  PromptStore,
  PromptSummary,
  PromptVariantRecord,
} from "../prompts.ts";
import {
  promptLineageCodec,
  promptVariantCodec,
  promptVersionCodec,
  type StoredPromptVersion,
  withoutIdentity,
} from "../record-codecs.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { RecordList } from "./record-list.ts";
import { Table } from "./table.ts";

const summary = `
  SELECT
    (SELECT count(*) FROM prompt_versions v WHERE v.project_id = l.project_id AND v.lineage_id = l.id) AS versionCount,
    (SELECT max(v.version) FROM prompt_versions v WHERE v.project_id = l.project_id AND v.lineage_id = l.id) AS latestVersion,
    (SELECT v.version FROM prompt_versions v WHERE v.project_id = l.project_id AND v.id = l.champion_id) AS championVersion,
    coalesce(
      (SELECT v.created_at FROM prompt_versions v WHERE v.project_id = l.project_id AND v.lineage_id = l.id
       ORDER BY v.version DESC LIMIT 1),
      l.created_at
    ) AS changedAt,
    (SELECT count(*) FROM prompt_versions v JOIN generations g ON g.project_id = v.project_id AND g.prompt_id = v.id
     WHERE v.project_id = l.project_id AND v.lineage_id = l.id) AS generationCount,
    (SELECT max((SELECT max(g.created_at) FROM generations g WHERE g.project_id = v.project_id AND g.prompt_id = v.id))
     FROM prompt_versions v WHERE v.project_id = l.project_id AND v.lineage_id = l.id) AS lastUsedAt
  FROM prompt_lineages l WHERE l.project_id = ? AND l.id = ?`;

const noSummary: PromptSummary = {
  versionCount: 0,
  latestVersion: null,
  championVersion: null,
  changedAt: 0,
  generationCount: 0,
  lastUsedAt: null,
};

export function createPromptStore(database: Database, projects: ProjectKeys, now: () => number): PromptStore {
  const lineages = new Table<PromptLineageRecord>(database, "prompt_lineages", promptLineageCodec);
  const versions = new Table<StoredPromptVersion>(database, "prompt_versions", promptVersionCodec);
  const variants = new Table<PromptVariantRecord>(database, "prompt_variants", promptVariantCodec);
  const records = new RecordList<PromptLineageRecord>(database, projects, now, {
    resource: "prompts",
    table: "prompt_lineages",
    key: "key",
    fields: {
      id: { value: "r.id" },
      createdAt: { value: "r.created_at" },
      name: { value: "r.name" },
      description: { value: "r.description" },
    },
    load: (key) => lineages.byKey(key),
  });
  const named = (project: number, name: string): PromptLineageRecord | null =>
    lineages.find("project_id = ? AND name = ?", project, name);
  const latest = "project_id = ? AND lineage_id = ?";

  function setRollouts(project: number, lineageId: string, rollouts: readonly PromptRollout[]): void {
    database.run("DELETE FROM prompt_rollouts WHERE project_id = ? AND lineage_id = ?", project, lineageId);
    const sql = "INSERT OR REPLACE INTO prompt_rollouts (project_id, lineage_id, version, rollout) VALUES (?, ?, ?, ?)";
    for (const { version, rollout } of rollouts) database.run(sql, project, lineageId, version, rollout);
  }

  return {
    list: (projectId, query) => records.list(projectId, query),
    count: (projectId, query) => records.count(projectId, query),

    async summaries(projectId, lineageIds) {
      const project = projects.of(projectId);
      return lineageIds.map((id) => database.get<PromptSummary>(summary, project, id) ?? noSummary);
    },

    async newestVersions(projectId, lineageId, { first, skip }) {
      const where = `${latest} ORDER BY version DESC LIMIT ? OFFSET ?`;
      return versions.all(where, projects.of(projectId), lineageId, first, skip).map(withoutIdentity);
    },

    getOrCreateLineage: (projectId, lineage) =>
      database.write(() => {
        const project = projects.of(projectId);
        const existing = named(project, lineage.name);
        if (existing !== null) return existing;
        lineages.insert(project, lineage);
        return lineage;
      }),

    async findLineage(projectId, name) {
      return named(projects.of(projectId), name);
    },

    async getLineages(projectId, ids) {
      return lineages.getMany(projects.of(projectId), ids);
    },

    getOrCreateVersion: (projectId, version) =>
      database.write(() => {
        const project = projects.of(projectId);
        const { lineageId } = version;
        if (lineages.get(project, lineageId) === null) return null;
        const same = versions.find(
          `${latest} AND identity = ? ORDER BY version DESC LIMIT 1`,
          project,
          lineageId,
          version.identity,
        );
        if (same !== null) return withoutIdentity(same);
        const last = versions.find(`${latest} ORDER BY version DESC LIMIT 1`, project, lineageId);
        const created = { ...version, version: last === null ? 0 : last.version + 1 };
        versions.insert(project, created);
        if (last === null) setRollouts(project, lineageId, [{ version: 0, rollout: 100 }]);
        return withoutIdentity(created);
      }),

    async getVersion(projectId, id) {
      const version = versions.get(projects.of(projectId), id);
      return version && withoutIdentity(version);
    },

    async findVersion(projectId, lineageId, version) {
      const found = versions.find(`${latest} AND version = ?`, projects.of(projectId), lineageId, version);
      return found && withoutIdentity(found);
    },

    async rollouts(projectId, lineageId) {
      const sql =
        "SELECT version, rollout FROM prompt_rollouts WHERE project_id = ? AND lineage_id = ? ORDER BY version";
      return database.all<PromptRollout>(sql, projects.of(projectId), lineageId);
    },

    setRollouts: (projectId, lineageId, rollouts) =>
      database.write(() => setRollouts(projects.of(projectId), lineageId, rollouts)),

    promote: (projectId, lineageId, versionId) =>
      database.write(() => {
        const project = projects.of(projectId);
        const [lineage, version] = [lineages.get(project, lineageId), versions.get(project, versionId)];
        if (lineage === null || version === null || version.lineageId !== lineageId) return null;
        const promoted = { ...lineage, championId: versionId };
        lineages.replace(project, promoted);
        setRollouts(project, lineageId, [{ version: version.version, rollout: 100 }]);
        return promoted;
      }),

    createVariant: (projectId, variant) =>
      database.write(() => {
        variants.insert(projects.of(projectId), variant);
        return variant;
      }),
  };
}
