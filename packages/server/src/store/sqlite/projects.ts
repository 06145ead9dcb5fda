import { ConflictError } from "../errors.ts";
import type { ApiKeyRecord, ProjectRecord, ProjectStore } from "../projects.ts";
import type { Database } from "./database.ts";
import { defineCodec, type RowCodec } from "./table.ts";

const projectCodec: RowCodec<ProjectRecord> = defineCodec<ProjectRecord>({
  id: "plain",
  name: "plain",
  createdAt: "plain",
});

const keyColumns =
  "k.id, p.id AS projectId, k.name, k.hash, k.prefix, k.last4, k.createdAt, k.revokedAt " +
  "FROM apiKeys k JOIN projects p ON p.key = k.project";

/** Finds the small key that stands for a project inside the store. Projects are never deleted, so keys are kept. */
export class ProjectKeys {
  readonly #database: Database;
  readonly #keys = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  of(projectId: string): number {
    let key = this.#keys.get(projectId);
    if (key === undefined) {
      key = this.#database.get<{ key: number }>("SELECT key FROM projects WHERE id = ?", projectId)?.key;
      if (key === undefined) throw new Error(`There is no project ${projectId}.`);
      this.#keys.set(projectId, key);
    }
    return key;
  }
}

export function createProjectStore(database: Database, keys: ProjectKeys): ProjectStore {
  const findKey = (where: string, ...parameters: (string | number)[]): ApiKeyRecord | null =>
    database.get<ApiKeyRecord>(`SELECT ${keyColumns} WHERE ${where}`, ...parameters) ?? null;

  return {
    create: (project) =>
      database.write(() => {
        if (database.get("SELECT 1 FROM projects WHERE name = ?", project.name) !== undefined) {
          throw new ConflictError(`A project named "${project.name}" exists.`);
        }
        database.run(
          `INSERT INTO projects (${projectCodec.columns}) VALUES (?, ?, ?)`,
          ...projectCodec.toParameters(project),
        );
        return project;
      }),

    async list() {
      return database.all<ProjectRecord>(`SELECT ${projectCodec.columns} FROM projects ORDER BY key`);
    },

    async find(idOrName) {
      const sql = `SELECT ${projectCodec.columns} FROM projects WHERE id = ? OR name = ? ORDER BY id = ? DESC LIMIT 1`;
      return database.get<ProjectRecord>(sql, idOrName, idOrName, idOrName) ?? null;
    },

    createKey: (key) =>
      database.write(() => {
        const existing = findKey("k.hash = ?", key.hash);
        if (existing !== null) {
          if (existing.projectId === key.projectId) return existing;
          throw new ConflictError("This API key belongs to another project.");
        }
        database.run(
          "INSERT INTO apiKeys (project, id, name, hash, prefix, last4, createdAt, revokedAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
          keys.of(key.projectId),
          key.id,
          key.name,
          key.hash,
          key.prefix,
          key.last4,
          key.createdAt,
          key.revokedAt,
        );
        return key;
      }),

    async listKeys(projectId) {
      return database.all<ApiKeyRecord>(`SELECT ${keyColumns} WHERE p.id = ? ORDER BY k.key`, projectId);
    },

    async findKey(hash) {
      return findKey("k.hash = ?", hash);
    },

    revokeKey: (projectId, id, revokedAt) =>
      database.write(() => {
        database.run(
          "UPDATE apiKeys SET revokedAt = coalesce(revokedAt, ?) WHERE project = ? AND id = ?",
          revokedAt,
          keys.of(projectId),
          id,
        );
        return findKey("p.id = ? AND k.id = ?", projectId, id);
      }),
  };
}
