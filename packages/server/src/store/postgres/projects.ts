import type { Scope } from "../../accounts/permissions.ts";
import { ConflictError, MissingProjectError } from "../errors.ts";
import type { ApiKeyRecord, ProjectRecord, ProjectStore } from "../projects.ts";
import type { RetentionDays } from "../retention.ts";
import { requireClaim, requireClaimAnywhere, requireOwnFactor } from "./claims.ts";
import { codeOf, type Database, uniqueViolation } from "./database.ts";
import type { ProjectRemoval } from "./project-removal.ts";
import type { Session } from "./session.ts";

type KeyRow = Omit<ApiKeyRecord, "scopes"> & { readonly scopes: string };

const selectKeys = `
  SELECT k.id, p.id AS project_id, k.name, k.scopes, k.hash, k.prefix, k.last4, k.created_at, k.revoked_at
  FROM api_keys k JOIN projects p ON p.key = k.project_id`;

function toKey({ scopes, ...row }: KeyRow): ApiKeyRecord {
  return { ...row, scopes: scopes.split(",") as Scope[] }; // what `createKey` joined
}

async function findKey(session: Session, hash: string): Promise<ApiKeyRecord | null> {
  const row = await session.get<KeyRow>(`${selectKeys} WHERE k.hash = ?`, hash);
  return row === undefined ? null : toKey(row);
}

/** Two replicas may choose one name at once: the constraint decides. */
async function inFreeName<Result>(name: string, job: () => Promise<Result>): Promise<Result> {
  try {
    return await job();
  } catch (error) {
    if (codeOf(error) === uniqueViolation) throw new ConflictError(`A project named "${name}" exists.`);
    throw error;
  }
}

async function keyOf(session: Session, id: string): Promise<number | null> {
  return (await session.get<{ key: number }>("SELECT key FROM projects WHERE id = ?", id))?.key ?? null;
}

export function createProjectStore(database: Database, removal: ProjectRemoval): ProjectStore {
  return {
    create: (project, owners, claim) =>
      inFreeName(project.name, () =>
        database.write(null, async (session) => {
          await requireClaimAnywhere(session, claim);
          const { id, name, createdAt } = project;
          const inserted = await session.get<{ key: number }>(
            "INSERT INTO projects (id, name, created_at) VALUES (?, ?, ?) RETURNING key",
            id,
            name,
            createdAt,
          );
          if (owners === undefined) {
            await session.run(
              `INSERT INTO members (project_id, account, role, created_at)
               SELECT $1, account, 'owner', $2 FROM members
               WHERE role = 'owner' AND project_id = (SELECT min(key) FROM projects) ON CONFLICT DO NOTHING`,
              inserted?.key ?? null,
              createdAt,
            );
          } else {
            await session.run(
              `INSERT INTO members (project_id, account, role, created_at)
               SELECT $1, account, 'owner', $2 FROM unnest($3::text[]) AS account ON CONFLICT DO NOTHING`,
              inserted?.key ?? null,
              createdAt,
              owners,
            );
          }
          return project;
        }),
      ),

    rename: (id, name, claim) =>
      inFreeName(name, () =>
        database.write(null, async (session) => {
          const key = await keyOf(session, id);
          if (key === null) return null;
          await requireClaim(session, key, claim);
          const sql = "UPDATE projects SET name = ? WHERE id = ? RETURNING id, name, created_at";
          return (await session.get<ProjectRecord>(sql, name, id)) ?? null;
        }),
      ),

    async delete(id, deletedAt, claim) {
      const key = await database.read(null, (session) => keyOf(session, id));
      if (key === null) return null;
      return database.free(key, async (session) => {
        await requireClaim(session, key, claim);
        // One at a time, so that one project stays.
        await session.execute("LOCK TABLE projects IN SHARE ROW EXCLUSIVE MODE");
        const own = "SELECT id, name, created_at FROM projects WHERE key = ?";
        const project = await session.get<ProjectRecord>(own, key);
        if (project === undefined) return null;
        if ((await session.get("SELECT 1 FROM projects WHERE key <> ? LIMIT 1", key)) === undefined) {
          throw new ConflictError("The only project stays; make another one first.");
        }
        await removal.start(session, key, deletedAt);
        return project;
      });
    },

    settle: () => removal.finish(),

    retention: (id) =>
      database.read(null, async (session) => {
        const sql = "SELECT retention_days FROM projects WHERE id = ?";
        return (await session.get<{ retentionDays: RetentionDays }>(sql, id))?.retentionDays ?? null;
      }),

    setRetention: (id, days) =>
      database.write(null, async (session) => {
        const sql = "UPDATE projects SET retention_days = ? WHERE id = ? RETURNING id, name, created_at";
        return (await session.get<ProjectRecord>(sql, days, id)) ?? null;
      }),

    requiresSecondFactor: (id) =>
      database.read(null, async (session) => {
        const sql = "SELECT 1 FROM projects WHERE id = ? AND requires_second_factor";
        return (await session.get(sql, id)) !== undefined;
      }),

    requireSecondFactor: (id, isRequired, claim) =>
      database.write(null, async (session) => {
        const key = await keyOf(session, id);
        if (key === null) return null;
        await requireClaim(session, key, claim);
        if (isRequired) await requireOwnFactor(session, claim);
        const sql = "UPDATE projects SET requires_second_factor = ? WHERE id = ? RETURNING id, name, created_at";
        return (await session.get<ProjectRecord>(sql, isRequired, id)) ?? null;
      }),

    list: () =>
      database.read(null, (session) =>
        session.all<ProjectRecord>("SELECT id, name, created_at FROM projects ORDER BY key"),
      ),

    find: (idOrName) =>
      database.read(null, async (session) => {
        const sql =
          "SELECT id, name, created_at FROM projects WHERE id = $1 OR name = $1 ORDER BY id = $1 DESC LIMIT 1";
        return (await session.get<ProjectRecord>(sql, idOrName)) ?? null;
      }),

    createKey: (key, claim) =>
      database.write(null, async (session) => {
        const { id, projectId, name, scopes, hash, prefix, last4, createdAt, revokedAt } = key;
        const project = await keyOf(session, projectId);
        if (project === null) throw new MissingProjectError(`There is no project ${projectId.slice(0, 255)}.`);
        await requireClaim(session, project, claim);
        const created = await session.run(
          `INSERT INTO api_keys (project_id, id, name, scopes, hash, prefix, last4, created_at, revoked_at)
           SELECT key, ?, ?, ?, ?, ?, ?, ?::bigint, ?::bigint FROM projects WHERE id = ? ON CONFLICT DO NOTHING`,
          id,
          name,
          scopes.join(","),
          hash,
          prefix,
          last4,
          createdAt,
          revokedAt,
          projectId,
        );
        if (created > 0) return key;
        const existing = await findKey(session, hash);
        if (existing === null) {
          throw new ConflictError(`The project has another API key with the id "${id}".`);
        }
        if (existing.projectId !== projectId) throw new ConflictError("This API key belongs to another project.");
        return existing;
      }),

    listKeys: (projectId) =>
      database.read(null, async (session) => {
        const rows = await session.all<KeyRow>(`${selectKeys} WHERE p.id = ? ORDER BY k.key`, projectId);
        return rows.map(toKey);
      }),

    findKey: (hash) => database.read(null, (session) => findKey(session, hash)),

    revokeKey: (projectId, id, revokedAt, claim) =>
      database.write(null, async (session) => {
        const project = await keyOf(session, projectId);
        if (project !== null) await requireClaim(session, project, claim);
        await session.run(
          `UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?)
           WHERE id = ? AND project_id = (SELECT key FROM projects WHERE id = ?)`,
          revokedAt,
          id,
          projectId,
        );
        const row = await session.get<KeyRow>(`${selectKeys} WHERE p.id = ? AND k.id = ?`, projectId, id);
        return row === undefined ? null : toKey(row);
      }),
  };
}
