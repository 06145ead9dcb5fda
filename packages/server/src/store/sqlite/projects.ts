import type { Scope } from "../../accounts/permissions.ts";
import { ConflictError, MissingProjectError } from "../errors.ts";
import type { RetentionDays } from "../retention.ts";
import type { ApiKeyRecord, ProjectRecord, ProjectStore } from "../projects.ts";
import { requireClaim, requireClaimAnywhere, requireOwnFactor } from "./claims.ts";
import type { Database } from "./database.ts";
import type { ProjectRemoval } from "./project-removal.ts";
import { defineCodec, type RowCodec } from "../row-codec.ts";

const projectCodec: RowCodec<ProjectRecord> = defineCodec<ProjectRecord>({
  id: "plain",
  name: "plain",
  createdAt: "plain",
});

const keyColumns =
  "k.id, p.id AS projectId, k.name, k.scopes, k.hash, k.prefix, k.last4, k.createdAt, k.revokedAt " +
  "FROM apiKeys k JOIN projects p ON p.key = k.project";

type KeyRow = Omit<ApiKeyRecord, "scopes"> & { readonly scopes: string };

function toKey({ scopes, ...row }: KeyRow): ApiKeyRecord {
  return { ...row, scopes: scopes.split(",") as Scope[] }; // what `createKey` joined
}

/** Finds the small key that stands for a project inside the store. */
export class ProjectKeys {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Asks each time, as another connection may have deleted the project. Throws a {@link MissingProjectError}. */
  of(projectId: string): number {
    const found = this.#database.get<{ key: number }>("SELECT key FROM projects WHERE id = ?", projectId);
    if (found === undefined) throw new MissingProjectError(`There is no project ${projectId.slice(0, 255)}.`);
    return found.key;
  }
}

/** A key is never given again: rows of a deleted project are freed later. */
const nextKey =
  "(SELECT coalesce(max(key), 0) + 1 FROM (SELECT key FROM projects UNION ALL SELECT key FROM deletedProjects))";

export function createProjectStore(database: Database, keys: ProjectKeys, removal: ProjectRemoval): ProjectStore {
  const findKey = (where: string, ...parameters: (string | number)[]): ApiKeyRecord | null => {
    const row = database.get<KeyRow>(`SELECT ${keyColumns} WHERE ${where}`, ...parameters);
    return row === undefined ? null : toKey(row);
  };

  const find = (id: string): ProjectRecord | undefined =>
    database.get<ProjectRecord>(`SELECT ${projectCodec.columns} FROM projects WHERE id = ?`, id);

  function requireFreeName(name: string): void {
    if (database.get("SELECT 1 FROM projects WHERE name = ?", name) === undefined) return;
    throw new ConflictError(`A project named "${name}" exists.`);
  }

  return {
    create: (project, owners, claim) =>
      database.write(() => {
        requireClaimAnywhere(database, claim);
        requireFreeName(project.name);
        const { key } = database.run(
          `INSERT INTO projects (key, ${projectCodec.columns}) VALUES (${nextKey}, ?, ?, ?)`,
          ...projectCodec.toParameters(project),
        );
        const owned = "INSERT OR IGNORE INTO members (project, account, role, createdAt)";
        if (owners === undefined) {
          database.run(
            `${owned} SELECT ?, account, 'owner', ? FROM members
             WHERE role = 'owner' AND project = (SELECT min(key) FROM projects)`,
            key,
            project.createdAt,
          );
        }
        for (const account of owners ?? []) {
          database.run(`${owned} VALUES (?, ?, 'owner', ?)`, key, account, project.createdAt);
        }
        return project;
      }),

    rename: (id, name, claim) =>
      database.write(() => {
        const project = find(id);
        if (project === undefined) return null;
        requireClaim(database, keys.of(id), claim);
        if (project.name !== name) requireFreeName(name);
        database.run("UPDATE projects SET name = ? WHERE id = ?", name, id);
        return { ...project, name };
      }),

    delete: (id, deletedAt, claim) =>
      database.write(() => {
        const project = find(id);
        if (project === undefined) return null;
        requireClaim(database, keys.of(id), claim);
        if (database.get("SELECT 1 FROM projects WHERE id <> ?", id) === undefined) {
          throw new ConflictError("The only project stays; make another one first.");
        }
        removal.start(keys.of(id), deletedAt);
        return project;
      }),

    async settle() {
      removal.finish();
    },

    async retention(id) {
      const sql = "SELECT retentionDays AS days FROM projects WHERE id = ?";
      return database.get<{ days: RetentionDays }>(sql, id)?.days ?? null;
    },

    setRetention: (id, days) =>
      database.write(() => {
        const project = find(id);
        if (project === undefined) return null;
        database.run("UPDATE projects SET retentionDays = ? WHERE id = ?", days, id);
        return project;
      }),

    async requiresSecondFactor(id) {
      const sql = "SELECT 1 FROM projects WHERE id = ? AND requiresSecondFactor";
      return database.get(sql, id) !== undefined;
    },

    requireSecondFactor: (id, isRequired, claim) =>
      database.write(() => {
        const project = find(id);
        if (project === undefined) return null;
        requireClaim(database, keys.of(id), claim);
        if (isRequired) requireOwnFactor(database, claim);
        database.run("UPDATE projects SET requiresSecondFactor = ? WHERE id = ?", Number(isRequired), id);
        return project;
      }),

    async list() {
      return database.all<ProjectRecord>(`SELECT ${projectCodec.columns} FROM projects ORDER BY key`);
    },

    async find(idOrName) {
      const sql = `SELECT ${projectCodec.columns} FROM projects WHERE id = ? OR name = ? ORDER BY id = ? DESC LIMIT 1`;
      return database.get<ProjectRecord>(sql, idOrName, idOrName, idOrName) ?? null;
    },

    createKey: (key, claim) =>
      database.write(() => {
        const project = keys.of(key.projectId);
        requireClaim(database, project, claim);
        const existing = findKey("k.hash = ?", key.hash);
        if (existing !== null) {
          if (existing.projectId === key.projectId) return existing;
          throw new ConflictError("This API key belongs to another project.");
        }
        if (database.get("SELECT 1 FROM apiKeys WHERE project = ? AND id = ?", project, key.id) !== undefined) {
          throw new ConflictError(`The project has another API key with the id "${key.id}".`);
        }
        database.run(
          "INSERT INTO apiKeys (project, id, name, scopes, hash, prefix, last4, createdAt, revokedAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
          project,
          key.id,
          key.name,
          key.scopes.join(","),
          key.hash,
          key.prefix,
          key.last4,
          key.createdAt,
          key.revokedAt,
        );
        return key;
      }),

    async listKeys(projectId) {
      return database.all<KeyRow>(`SELECT ${keyColumns} WHERE p.id = ? ORDER BY k.key`, projectId).map(toKey);
    },

    async findKey(hash) {
      return findKey("k.hash = ?", hash);
    },

    revokeKey: (projectId, id, revokedAt, claim) =>
      database.write(() => {
        const project = keys.of(projectId);
        requireClaim(database, project, claim);
        database.run(
          "UPDATE apiKeys SET revokedAt = coalesce(revokedAt, ?) WHERE project = ? AND id = ?",
          revokedAt,
          project,
          id,
        );
        return findKey("p.id = ? AND k.id = ?", projectId, id);
      }),
  };
}
