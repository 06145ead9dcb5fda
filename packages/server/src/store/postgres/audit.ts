import type { AuditEvent, AuditStore } from "../audit.ts";
import { auditCodec } from "../record-codecs.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { Table } from "./table.ts";

export function createAuditStore(database: Database, projects: ProjectKeys): AuditStore {
  const events = new Table<AuditEvent>("audit_events", auditCodec);
  return {
    async append(projectId, event) {
      const project = await projects.of(projectId);
      await database.write(project, (session) => events.insert(session, project, event));
    },
    async list(projectId, { first, before }) {
      const project = await projects.of(projectId);
      return database.read(project, (session) => {
        if (before === undefined) return events.all(session, project, "true ORDER BY key DESC LIMIT ?", first);
        const earlier = "key < (SELECT key FROM audit_events WHERE project_id = ? AND id = ?)";
        return events.all(session, project, `${earlier} ORDER BY key DESC LIMIT ?`, project, before, first);
      });
    },
    async expire(projectId, { before, limit }) {
      const project = await projects.of(projectId);
      const sql = `
        DELETE FROM audit_events WHERE project_id = $1 AND key = ANY(ARRAY(
          SELECT key FROM audit_events WHERE project_id = $1 AND created_at < $2 ORDER BY created_at LIMIT $3
        ))`;
      return database.write(project, (session) => session.run(sql, project, before, limit));
    },
  };
}
