import { ConflictError } from "../errors.ts";
import { type ApiKeyRecord, type ProjectStore, useIntervalMs } from "../projects.ts";
import { apiKeys as table } from "../schema/accounts.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Session, Sessions } from "../session/session.ts";
import { requireClaim } from "./claims.ts";

const keys = new RecordTable(table);

export function createApiKeyStore(
  sessions: Sessions,
): Pick<ProjectStore, "createKey" | "findKey" | "listKeys" | "recordKeyUse" | "revokeKey"> {
  return {
    createKey: (key, claim) =>
      sessions.write(key.projectId, async (session, project) => {
        await requireClaim(session, project, claim);
        if (await keys.insertNew(session, project, key)) return key;
        const existing = await findKey(session, key.hash);
        if (existing === null) throw new ConflictError(`The project has another API key with the id "${key.id}".`);
        if (existing.projectId !== key.projectId) throw new ConflictError("This API key belongs to another project.");
        return existing;
      }),

    listKeys: (projectId) =>
      sessions.read(projectId, async (session, project) => {
        const records = await keys.all(session, project, (query) => query.orderBy("key"));
        return records.map((record) => ({ ...record, projectId }));
      }),

    findKey: (hash) => sessions.readInstallation((session) => findKey(session, hash)),

    recordKeyUse: (projectId, id, usedAt) =>
      sessions.write(projectId, async (session, project) => {
        await session.run(
          session.db
            .updateTable("api_keys")
            .set({ last_used_at: usedAt })
            .where("project_id", "=", project)
            .where("id", "=", id)
            .where((is) =>
              is.or([
                is("last_used_at", "is", null),
                is("last_used_at", "<=", usedAt - useIntervalMs),
                // Also replaces a stored time in the future: the clock was ahead when that time was stored.
                is("last_used_at", ">=", usedAt + useIntervalMs),
              ]),
            ),
        );
      }),

    revokeKey: (projectId, id, revokedAt, claim) =>
      sessions.write(projectId, async (session, project) => {
        await requireClaim(session, project, claim);
        const key = await keys.lock(session, project, id);
        if (key === null) return null;
        const revoked = { ...key, revokedAt: key.revokedAt ?? revokedAt };
        await keys.replace(session, project, revoked);
        return { ...revoked, projectId };
      }),
  };
}

async function findKey(session: Session, hash: string): Promise<ApiKeyRecord | null> {
  const row = await session.get(
    session.db
      .selectFrom("api_keys as k")
      .innerJoin("projects as p", "p.key", "k.project_id")
      .selectAll("k")
      .select("p.id as projectId")
      .where("k.hash", "=", hash),
  );
  return row === undefined ? null : { ...table.toRecord(row), projectId: row.projectId };
}
