import type { FileStore } from "../files.ts";
import { attachmentsOf, deleteAttachment, getAttachment, upsertAttachments } from "./attachments.ts";
import type { Database } from "./database.ts";
import { fileColumns, putFile, toFile } from "./file-rows.ts";
import { forgetLeftOver, readLeftOver } from "./left-over-files.ts";
import type { ProjectKeys } from "./project-keys.ts";

const columns = fileColumns.join(", ");

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
        const sql = `UPDATE files SET size = ? WHERE project_id = ? AND object_key = ? AND NOT left_over RETURNING ${columns}`;
        return toFile(await session.get(sql, size, project, objectKey));
      });
    },

    async getFile(projectId, objectKey) {
      const project = await projects.of(projectId);
      return database.read(project, async (session) => {
        const sql = `SELECT ${columns} FROM files WHERE project_id = ? AND object_key = ? AND NOT left_over`;
        return toFile(await session.get(sql, project, objectKey));
      });
    },

    leftOver: (limit) => readLeftOver(database, limit),
    forgetLeftOver: (objectKeys) => forgetLeftOver(database, objectKeys),
  };
}
