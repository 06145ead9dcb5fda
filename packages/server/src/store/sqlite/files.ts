import type { FileRecord, FileStore } from "../files.ts";
import type { AttachmentWriter } from "./attachment-writer.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { FileRows } from "./file-rows.ts";

/** Those that were left one by one, and those of deleted projects: each by an index, which an OR of both has not. */
const leftAlone = "left_over";
const leftWithProject = "project_id IN (SELECT key FROM deleted_projects WHERE has_files = 1)";
const areAmong = "object_key IN (SELECT value FROM json_each(?))";

/** The files of which the bytes are to be removed. */
export const selectLeftOver: string = `
  SELECT object_key AS objectKey FROM files WHERE ${leftAlone}
  UNION ALL SELECT object_key AS objectKey FROM files WHERE ${leftWithProject} AND NOT left_over LIMIT ?`;
/** Forgets those of which they were. */
export const deleteLeftOver: readonly string[] = [leftAlone, leftWithProject].map(
  (left) => `DELETE FROM files WHERE ${left} AND ${areAmong}`,
);

const forgetProjects = `UPDATE deleted_projects SET has_files = 0
  WHERE has_files = 1 AND NOT EXISTS (SELECT 1 FROM files WHERE project_id = deleted_projects.key)`;

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
      return database.all<{ objectKey: string }>(selectLeftOver, limit).map(({ objectKey }) => objectKey);
    },

    forgetLeftOver: (objectKeys) =>
      database.write(() => {
        for (const sql of deleteLeftOver) database.run(sql, JSON.stringify(objectKeys));
        database.run(forgetProjects);
      }),
  };
}
