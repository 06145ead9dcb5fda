import type { AuditStore } from "../audit.ts";
import { auditEvents as table } from "../schema/settings.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Sessions } from "../session/session.ts";

const events = new RecordTable(table);

export function createAuditStore(sessions: Sessions): AuditStore {
  return {
    append: (projectId, event) =>
      sessions.write(projectId, (session, project) => events.insert(session, project, event)),

    list: (projectId, { first, before }) =>
      sessions.read(projectId, (session, project) => {
        const { db } = session;
        const ofProject = db.selectFrom("audit_events").select("key").where("project_id", "=", project);
        return events.all(session, project, (query) => {
          const newest = query.orderBy("key", "desc").limit(first);
          return before === undefined ? newest : newest.where("key", "<", ofProject.where("id", "=", before));
        });
      }),

    expire: (projectId, { before, limit }) =>
      sessions.write(projectId, (session, project) => {
        const expired = session.db
          .selectFrom("audit_events")
          .select("key")
          .where("project_id", "=", project)
          .where("created_at", "<", before)
          .orderBy("created_at")
          .limit(limit);
        return session.run(
          session.db.deleteFrom("audit_events").where("project_id", "=", project).where("key", "in", expired),
        );
      }),
  };
}
