import type {
  PromptLineageRecord,
  PromptRollout,
  PromptStore,
  PromptVariantRecord,
  PromptVersionRecord,
} from "../prompts.ts";
import { promptLineageCodec, promptVariantCodec, promptVersionCodec, type StoredPromptVersion } from "./codecs.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./projects.ts";
import { Table } from "./table.ts";

export function createPromptStore(database: Database, projects: ProjectKeys): PromptStore {
  const lineages = new Table<PromptLineageRecord>(database, "promptLineages", promptLineageCodec);
  const versions = new Table<StoredPromptVersion>(database, "promptVersions", promptVersionCodec);
  const variants = new Table<PromptVariantRecord>(database, "promptVariants", promptVariantCodec);
  const named = (project: number, name: string): PromptLineageRecord | null =>
    lineages.find("project = ? AND name = ?", project, name);
  const latest = "project = ? AND lineageId = ?";

  function setRollouts(project: number, lineageId: string, rollouts: readonly PromptRollout[]): void {
    database.run("DELETE FROM promptRollouts WHERE project = ? AND lineageId = ?", project, lineageId);
    const sql = "INSERT OR REPLACE INTO promptRollouts (project, lineageId, version, rollout) VALUES (?, ?, ?, ?)";
    for (const { version, rollout } of rollouts) database.run(sql, project, lineageId, version, rollout);
  }

  return {
    getOrCreateLineage: (projectId, lineage) =>
      database.write(() => {
        const project = projects.of(projectId);
        const existing = named(project, lineage.name);
        if (existing === null) {
          lineages.insert(project, lineage);
          return lineage;
        }
        if (lineage.description === null || lineage.description === existing.description) return existing;
        const changed = { ...existing, description: lineage.description };
        lineages.replace(project, changed);
        return changed;
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

    async versionsOf(projectId, lineageId) {
      return versions.all(`${latest} ORDER BY version`, projects.of(projectId), lineageId).map(withoutIdentity);
    },

    async rollouts(projectId, lineageId) {
      const sql = "SELECT version, rollout FROM promptRollouts WHERE project = ? AND lineageId = ? ORDER BY version";
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

function withoutIdentity({ identity: _identity, ...version }: StoredPromptVersion): PromptVersionRecord {
  return version;
}
