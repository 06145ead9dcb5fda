import type { FileRecord, FileStore } from "../files.ts";
import { fileCodec } from "../record-codecs.ts";
import { attachmentsOf, deleteAttachment, getAttachment, upsertAttachments } from "./attachments.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { type Session, toSnakeCase } from "./session.ts";

const columns = fileCodec.fields.map(toSnakeCase);
const put = `
  INSERT INTO files (project_id, ${columns.join(", ")}) VALUES (?${", ?".repeat(columns.length)})
  ON CONFLICT (project_id, object_key)
  DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}`;

/** Notes a file; a later one under the same key replaces it. */
export async function putFile(session: Session, project: number, file: FileRecord): Promise<void> {
  await session.run(put, project, ...fileCodec.toParameters(file));
}

export function createFileStore(database: Database, projects: ProjectKeys): FileStore {
  return {
    async upsertAttachment(projectId, write) {
      const project = await projects.of(projectId);
      return database.write(project, async (session) => {
        await upsertAttachments(session, project, [write]);
        return getAttachment(session, project, write.id);
      });
    },

    async updateAttachment(projectId, id, change) {
      const project = await projects.of(projectId);
      return database.write(project, async (session) => {
        const existing = await getAttachment(session, project, id);
        if (existing === null) return null;
        const { createdAt, stepId } = existing;
        await upsertAttachments(session, project, [{ ...change, id, createdAt, stepId }]);
        return getAttachment(session, project, id);
      });
    },

    async getAttachment(projectId, id) {
      const project = await projects.of(projectId);
      return database.read(project, (session) => getAttachment(session, project, id));
    },

    async attachmentsOf(projectId, stepIds) {
      const project = await projects.of(projectId);
      return database.read(project, (session) => attachmentsOf(session, project, stepIds));
    },

    async deleteAttachment(projectId, id, deletedAt) {
      const project = await projects.of(projectId);
      return database.write(project, (session) => deleteAttachment(session, project, id, deletedAt));
    },

    async createFile(projectId, file) {
      const project = await projects.of(projectId);
      await database.write(project, (session) => putFile(session, project, file));
      return file;
    },

    async completeFile(projectId, objectKey, size) {
      const project = await projects.of(projectId);
      return database.write(project, async (session) => {
        const sql = `UPDATE files SET size = ? WHERE project_id = ? AND object_key = ? RETURNING ${columns.join(", ")}`;
        return toFile(await session.get(sql, size, project, objectKey));
      });
    },

    async getFile(projectId, objectKey) {
      const project = await projects.of(projectId);
      return database.read(project, async (session) => {
        const sql = `SELECT ${columns.join(", ")} FROM files WHERE project_id = ? AND object_key = ?`;
        return toFile(await session.get(sql, project, objectKey));
      });
    },

    async leftOver(limit) {
      const objectKeys: string[] = [];
      for (const project of await withLeftOver(database)) {
        if (objectKeys.length >= limit) break;
        const sql = "SELECT object_key FROM files WHERE project_id = ? ORDER BY key LIMIT ?";
        // oxlint-disable-next-line no-await-in-loop -- one project after the other, until there are enough
        const rows = await database.free(project, (session) =>
          session.all<{ objectKey: string }>(sql, project, limit - objectKeys.length),
        );
        objectKeys.push(...rows.map(({ objectKey }) => objectKey));
      }
      return objectKeys;
    },

    async forgetLeftOver(objectKeys) {
      for (const project of await withLeftOver(database)) {
        // oxlint-disable-next-line no-await-in-loop -- one project after the other
        await database.free(project, async (session) => {
          await session.run("DELETE FROM files WHERE project_id = ? AND object_key = ANY(?)", project, objectKeys);
          await session.run(
            `UPDATE deleted_projects SET has_files = EXISTS (SELECT 1 FROM files WHERE project_id = $1) WHERE key = $1`,
            project,
          );
        });
      }
    },
  };
}

/** Deleted projects whose files are not all forgotten. */
async function withLeftOver(database: Database): Promise<number[]> {
  const sql = "SELECT key FROM deleted_projects WHERE has_files ORDER BY key";
  const rows = await database.read(null, (session) => session.all<{ key: number }>(sql));
  return rows.map(({ key }) => key);
}

function toFile(row: { readonly [column: string]: unknown } | undefined): FileRecord | null {
  return row === undefined ? null : fileCodec.toRecord(row);
}
