import type { FileRecord, FileStore } from "../files.ts";
import type { AttachmentWriter } from "./attachment-writer.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./projects.ts";
import { FileRows } from "./file-rows.ts";

const isLeftOver = "(leftOver OR project IN (SELECT key FROM deletedProjects))";

export function createFileStore(database: Database, projects: ProjectKeys, attachments: AttachmentWriter): FileStore {
  const files = new FileRows(database);
  return {
    upsertAttachment: (projectId, write) => database.write(() => attachments.upsert(projects.of(projectId), write)),

    updateAttachment: (projectId, id, change) =>
      database.write(() => {
        const project = projects.of(projectId);
        const existing = attachments.get(project, id);
        if (existing === null) return null;
        const { createdAt, stepId } = existing;
        return attachments.upsert(project, { ...change, id, createdAt, stepId });
      }),

    async getAttachment(projectId, id) {
      return attachments.get(projects.of(projectId), id);
    },

    async attachmentsOf(projectId, stepIds) {
      return attachments.ofSteps(projects.of(projectId), stepIds);
    },

    deleteAttachment: (projectId, id, deletedAt) =>
      database.write(() => attachments.delete(projects.of(projectId), id, deletedAt)),

    createFile: (projectId, file) =>
      database.write((): FileRecord => {
        files.put(projects.of(projectId), file);
        return file;
      }),

    completeFile: (projectId, objectKey, size) =>
      database.write(() => {
        const project = projects.of(projectId);
        const file = files.get(project, objectKey);
        if (file === null) return null;
        files.put(project, { ...file, size });
        return { ...file, size };
      }),

    async getFile(projectId, objectKey) {
      return files.get(projects.of(projectId), objectKey);
    },

    async leftOver(limit) {
      const sql = `SELECT objectKey FROM files WHERE ${isLeftOver} LIMIT ?`;
      return database.all<{ objectKey: string }>(sql, limit).map(({ objectKey }) => objectKey);
    },

    forgetLeftOver: (objectKeys) =>
      database.write(() => {
        const sql = `DELETE FROM files WHERE ${isLeftOver} AND objectKey IN (SELECT value FROM json_each(?))`;
        database.run(sql, JSON.stringify(objectKeys));
      }),
  };
}
