import type { AuditEvent, AuditStore } from "../audit.ts";
import { auditCodec } from "../record-codecs.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./projects.ts";
import { Table } from "./table.ts";

export function createAuditStore(database: Database, projects: ProjectKeys): AuditStore {
  const events = new Table<AuditEvent>(database, "auditEvents", auditCodec);
  return {
    append: (projectId, event) =>
      database.write(() => {
        events.insert(projects.of(projectId), event);
      }),
    async list(projectId, { first, before }) {
      const project = projects.of(projectId);
      if (before === undefined) return events.all("project = ? ORDER BY key DESC LIMIT ?", project, first);
      const earlier = "project = ?1 AND key < (SELECT key FROM auditEvents WHERE project = ?1 AND id = ?2)";
      return events.all(`${earlier} ORDER BY key DESC LIMIT ?3`, project, before, first);
    },
    expire: (projectId, { before, limit }) =>
      database.write(() => {
        const sql = `
          DELETE FROM auditEvents WHERE key IN (
            SELECT key FROM auditEvents WHERE project = ? AND createdAt < ? ORDER BY createdAt LIMIT ?
          )`;
        return database.run(sql, projects.of(projectId), before, limit).changes;
      }),
  };
}
