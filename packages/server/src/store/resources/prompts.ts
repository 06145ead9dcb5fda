import { sql } from "kysely";
import type { Lists } from "../lists/lists.ts";
import type {
  PromptLineageRecord,
  PromptRollout,
  PromptStore,
  PromptSummary,
  PromptVersionRecord,
  StoredPromptVersion,
} from "../prompts.ts";
import { promptLineages, promptVariants, promptVersions } from "../schema/prompts.ts";
import { RecordTable, type RecordQuery } from "../session/record-table.ts";
import type { Session, Sessions } from "../session/session.ts";
import { publishEvent } from "./publish-event.ts";

const lineages = new RecordTable(promptLineages);
const versions = new RecordTable(promptVersions);
const variants = new RecordTable(promptVariants);

export function createPromptStore(sessions: Sessions, lists: Lists): PromptStore {
  return {
    ...lists({ resource: "prompts", records: lineages }),

    summaries: (projectId, lineageIds) =>
      sessions.read(projectId, (session, project) => summarize(session, project, lineageIds)),

    newestVersions: (projectId, lineageId, { first, skip }) =>
      sessions.read(projectId, async (session, project) => {
        const page = newestOf(lineageId, (query) => query.limit(first).offset(skip));
        return (await versions.all(session, project, page)).map(withoutIdentity);
      }),

    getOrCreateLineage: (projectId, lineage) =>
      sessions.write(projectId, async (session, project) => {
        const known = await findLineage(session, project, lineage.name);
        if (known !== null) return known;
        if (await lineages.insertNew(session, project, lineage)) return lineage;
        const other = await findLineage(session, project, lineage.name);
        if (other === null) throw new Error(`The id ${lineage.id} belongs to another prompt.`);
        return other;
      }),

    findLineage: (projectId, name) =>
      sessions.read(projectId, (session, project) => findLineage(session, project, name)),

    getLineages: (projectId, ids) =>
      sessions.read(projectId, (session, project) => lineages.getMany(session, project, ids)),

    // Holds the lock of the lineage, so that only one transaction at a time chooses a version number.
    getOrCreateVersion: (projectId, version) =>
      sessions.write(projectId, async (session, project) => {
        const { lineageId, identity } = version;
        if ((await lineages.lock(session, project, lineageId)) === null) return null;
        const sameContent = newestOf(lineageId, (query) => query.where("identity", "=", identity));
        const same = await versions.find(session, project, sameContent);
        if (same !== null) return withoutIdentity(same);
        const last = await versions.find(session, project, newestOf(lineageId));
        const created = { ...version, version: last === null ? 0 : last.version + 1 };
        await versions.insert(session, project, created);
        if (last === null) await setRollouts(session, project, lineageId, [{ version: 0, rollout: 100 }]);
        return withoutIdentity(created);
      }),

    getVersion: (projectId, id) =>
      sessions.read(projectId, async (session, project) => {
        const version = await versions.get(session, project, id);
        return version && withoutIdentity(version);
      }),

    findVersion: (projectId, lineageId, version) =>
      sessions.read(projectId, async (session, project) => {
        const found = await versions.findBy(session, project, { lineage_id: lineageId, version });
        return found && withoutIdentity(found);
      }),

    rollouts: (projectId, lineageId) =>
      sessions.read(projectId, (session, project) => rolloutsOf(session, project, lineageId)),

    setRollouts: (projectId, lineageId, rollouts, at) =>
      sessions.write(projectId, async (session, project) => {
        const lineage = await lineages.lock(session, project, lineageId);
        const before = defaultOf(await rolloutsOf(session, project, lineageId));
        await setRollouts(session, project, lineageId, rollouts);
        const after = defaultOf(rollouts);
        if (lineage === null || after === null || after === before) return;
        const version = await versions.findBy(session, project, { lineage_id: lineageId, version: after });
        if (version !== null) await publishPromotion(session, project, { lineage, version, at });
      }),

    promote: (projectId, lineageId, versionId, at) =>
      sessions.write(projectId, async (session, project) => {
        const lineage = await lineages.lock(session, project, lineageId);
        const version = await versions.get(session, project, versionId);
        if (lineage === null || version === null || version.lineageId !== lineageId) return null;
        const promoted = { ...lineage, championId: versionId };
        await lineages.replace(session, project, promoted);
        await setRollouts(session, project, lineageId, [{ version: version.version, rollout: 100 }]);
        if (lineage.championId !== versionId) await publishPromotion(session, project, { lineage, version, at });
        return promoted;
      }),

    setLabel: (projectId, lineageId, label, version) =>
      sessions.write(projectId, async (session, project) => {
        const lineage = await lineages.lock(session, project, lineageId);
        if (lineage === null) return null;
        const others = lineage.labels.filter(({ name }) => name !== label);
        if (version !== null) {
          const known = await versions.findBy(session, project, { lineage_id: lineageId, version });
          if (known === null) return null;
          others.push({ name: label, version });
        }
        const labeled = { ...lineage, labels: others.toSorted((one, other) => (one.name < other.name ? -1 : 1)) };
        await lineages.replace(session, project, labeled);
        return labeled;
      }),

    deleteLineage: (projectId, id) =>
      sessions.write(projectId, async (session, project) => {
        // Waits for transactions that add a version.
        if ((await lineages.lock(session, project, id)) === null) return null;
        for (const table of ["prompt_versions", "prompt_rollouts"] as const) {
          // oxlint-disable-next-line no-await-in-loop -- one connection
          await session.run(
            session.db.deleteFrom(table).where("project_id", "=", project).where("lineage_id", "=", id),
          );
        }
        return lineages.delete(session, project, id);
      }),

    createVariant: (projectId, variant) =>
      sessions.write(projectId, async (session, project) => {
        await variants.insert(session, project, variant);
        return variant;
      }),
  };
}

type VersionQuery = RecordQuery<"prompt_versions">;

function newestOf(lineageId: string, refine: (query: VersionQuery) => VersionQuery = (query) => query) {
  return (query: VersionQuery): VersionQuery =>
    refine(query.where("lineage_id", "=", lineageId).orderBy("version", "desc"));
}

function findLineage(session: Session, project: number, name: string): Promise<PromptLineageRecord | null> {
  return lineages.findBy(session, project, { name });
}

function withoutIdentity({ identity: _identity, ...version }: StoredPromptVersion): PromptVersionRecord {
  return version;
}

function rolloutsOf(session: Session, project: number, lineageId: string): Promise<PromptRollout[]> {
  return session.all(
    session.db
      .selectFrom("prompt_rollouts")
      .select(["version", "rollout"])
      .where("project_id", "=", project)
      .where("lineage_id", "=", lineageId)
      .orderBy("version"),
  );
}

/** Number of the version that has the whole rollout; null if there is none. */
function defaultOf(rollouts: readonly PromptRollout[]): number | null {
  const [first, ...others] = rollouts.filter(({ rollout }) => rollout > 0);
  return others.length === 0 ? (first?.version ?? null) : null;
}

async function publishPromotion(
  session: Session,
  project: number,
  {
    lineage: { id: subjectId, name },
    version: { id: promptId, version },
    at,
  }: {
    readonly lineage: Pick<PromptLineageRecord, "id" | "name">;
    readonly version: Pick<PromptVersionRecord, "id" | "version">;
    readonly at: number;
  },
): Promise<void> {
  const data = { promptLineageId: subjectId, name, promptId, version };
  await publishEvent(session, project, { kind: "PROMPT_PROMOTED", subjectId, at, data });
}

/**
 * Replaces the rollouts of a prompt, which the caller has locked. If a version is given several times, its last rollout
 * applies.
 */
async function setRollouts(
  session: Session,
  project: number,
  lineageId: string,
  rollouts: readonly PromptRollout[],
): Promise<void> {
  await session.run(
    session.db.deleteFrom("prompt_rollouts").where("project_id", "=", project).where("lineage_id", "=", lineageId),
  );
  const shares = new Map(rollouts.map(({ version, rollout }) => [version, rollout]));
  const rows = Array.from(shares, ([version, rollout]) => ({ version, rollout }));
  if (rows.length === 0) return;
  await session.run(
    session.db
      .insertInto("prompt_rollouts")
      .values(rows.map((row) => ({ project_id: project, lineage_id: lineageId, ...row }))),
  );
}

const noSummary: PromptSummary = {
  versionCount: 0,
  latestVersion: null,
  championVersion: null,
  changedAt: 0,
  generationCount: 0,
  lastUsedAt: null,
};

/** Returns the summaries in the order of the ids. The counts of unknown prompts are zero. */
async function summarize(session: Session, project: number, lineageIds: readonly string[]): Promise<PromptSummary[]> {
  const { dialect, db } = session;
  const ofLineage = sql`FROM prompt_versions v WHERE v.project_id = l.project_id AND v.lineage_id = l.id`;
  // A subquery per version uses an index. A join might read all generations.
  const ofVersion = sql`FROM ${sql.table(dialect.generationTable)} g
    WHERE g.project_id = v.project_id AND g.prompt_id = v.id`;
  const rows = await session.all(
    sql<PromptSummary & { readonly id: string }>`
      SELECT l.id,
        (SELECT count(*) ${ofLineage}) AS "versionCount",
        (SELECT max(v.version) ${ofLineage}) AS "latestVersion",
        (SELECT v.version FROM prompt_versions v WHERE v.project_id = l.project_id AND v.id = l.champion_id)
          AS "championVersion",
        coalesce((SELECT v.created_at ${ofLineage} ORDER BY v.version DESC LIMIT 1), l.created_at) AS "changedAt",
        (SELECT CAST(coalesce(sum((SELECT count(*) ${ofVersion})), 0) AS bigint) ${ofLineage}) AS "generationCount",
        (SELECT max((SELECT max(g.created_at) ${ofVersion})) ${ofLineage}) AS "lastUsedAt"
      FROM prompt_lineages l WHERE l.project_id = ${project} AND ${dialect.isIn("l.id", lineageIds)}`.compile(db),
  );
  const summaries = new Map(rows.map(({ id, ...summary }) => [id, summary]));
  return lineageIds.map((id) => summaries.get(id) ?? noSummary);
}
