import type { PromptLineageRecord, PromptRollout, PromptStore, PromptVariantRecord } from "../prompts.ts";
import {
  promptLineageCodec,
  promptVariantCodec,
  promptVersionCodec,
  type StoredPromptVersion,
  withoutIdentity,
} from "../record-codecs.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { readRollouts, setRollouts } from "./prompt-rollouts.ts";
import { summarizePrompts } from "./prompt-summaries.ts";
import { RecordList } from "./record-list.ts";
import type { Session } from "./session.ts";
import { Table } from "./table.ts";

const lineages: Table<PromptLineageRecord> = new Table("prompt_lineages", promptLineageCodec);
const versions: Table<StoredPromptVersion> = new Table("prompt_versions", promptVersionCodec);
const variants: Table<PromptVariantRecord> = new Table("prompt_variants", promptVariantCodec);

export function createPromptStore(database: Database, projects: ProjectKeys, now: () => number): PromptStore {
  const records = new RecordList<PromptLineageRecord>(database, projects, now, {
    resource: "prompts",
    table: "prompt_lineages",
    fields: {
      id: { value: "r.id" },
      createdAt: { value: "r.created_at" },
      name: { value: "r.name" },
      description: { value: "r.description" },
    },
    load: (session, project, keys) => lineages.byKeys(session, project, keys),
  });
  type Job<Result> = (session: Session, project: number) => Promise<Result>;
  async function read<Result>(projectId: string, job: Job<Result>): Promise<Result> {
    const project = await projects.of(projectId);
    return database.read(project, (session) => job(session, project));
  }
  async function write<Result>(projectId: string, job: Job<Result>): Promise<Result> {
    const project = await projects.of(projectId);
    return database.write(project, (session) => job(session, project));
  }

  return {
    list: (projectId, query) => records.list(projectId, query),
    count: (projectId, query) => records.count(projectId, query),

    summaries: (projectId, lineageIds) =>
      read(projectId, (session, project) => summarizePrompts(session, project, lineageIds)),

    newestVersions: (projectId, lineageId, { first, skip }) =>
      read(projectId, async (session, project) => {
        const where = "lineage_id = ? ORDER BY version DESC LIMIT ? OFFSET ?";
        return (await versions.all(session, project, where, lineageId, first, skip)).map(withoutIdentity);
      }),

    getOrCreateLineage: (projectId, lineage) =>
      write(projectId, async (session, project) => {
        if (await lineages.insertNew(session, project, lineage)) return lineage;
        const existing = await lineages.find(session, project, "name = ?", lineage.name);
        if (existing === null) throw new Error(`The id ${lineage.id} belongs to another prompt.`);
        return existing;
      }),

    findLineage: (projectId, name) =>
      read(projectId, (session, project) => lineages.find(session, project, "name = ?", name)),

    getLineages: (projectId, ids) => read(projectId, (session, project) => lineages.getMany(session, project, ids)),

    // The lock on the lineage lets one replica at a time choose a number.
    getOrCreateVersion: (projectId, version) =>
      write(projectId, async (session, project) => {
        const { lineageId, identity } = version;
        if ((await lineages.lock(session, project, lineageId)) === null) return null;
        const sameContent = "lineage_id = ? AND identity = ? ORDER BY version DESC LIMIT 1";
        const same = await versions.find(session, project, sameContent, lineageId, identity);
        if (same !== null) return withoutIdentity(same);
        const last = await versions.find(session, project, "lineage_id = ? ORDER BY version DESC LIMIT 1", lineageId);
        const created = { ...version, version: last === null ? 0 : last.version + 1 };
        await versions.insert(session, project, created);
        if (last === null) await setRollouts(session, project, lineageId, [{ version: 0, rollout: 100 }]);
        return withoutIdentity(created);
      }),

    getVersion: (projectId, id) =>
      read(projectId, async (session, project) => {
        const version = await versions.get(session, project, id);
        return version && withoutIdentity(version);
      }),

    findVersion: (projectId, lineageId, version) =>
      read(projectId, async (session, project) => {
        const found = await versions.find(session, project, "lineage_id = ? AND version = ?", lineageId, version);
        return found && withoutIdentity(found);
      }),

    rollouts: (projectId, lineageId): Promise<PromptRollout[]> =>
      read(projectId, (session, project) => readRollouts(session, project, lineageId)),

    setRollouts: (projectId, lineageId, rollouts) =>
      write(projectId, async (session, project) => {
        await lineages.lock(session, project, lineageId);
        await setRollouts(session, project, lineageId, rollouts);
      }),

    promote: (projectId, lineageId, versionId) =>
      write(projectId, async (session, project) => {
        const lineage = await lineages.lock(session, project, lineageId);
        const version = await versions.get(session, project, versionId);
        if (lineage === null || version === null || version.lineageId !== lineageId) return null;
        const promoted = { ...lineage, championId: versionId };
        await lineages.replace(session, project, promoted);
        await setRollouts(session, project, lineageId, [{ version: version.version, rollout: 100 }]);
        return promoted;
      }),

    createVariant: (projectId, variant) =>
      write(projectId, async (session, project) => {
        await variants.insert(session, project, variant);
        return variant;
      }),
  };
}
