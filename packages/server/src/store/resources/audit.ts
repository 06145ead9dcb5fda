import { sql, type SqlBool } from "kysely";
import type { AuditStore } from "../audit.ts";
import { auditEvents as table } from "../schema/settings.ts";
import { RecordTable } from "../session/record-table.ts";
import type { Sessions } from "../session/session.ts";

const events = new RecordTable(table);

/** SQL condition that tests whether the id equals `text`, or the name contains `text`, ignoring case. */
function isNamed(id: "actor_id" | "subject_id", name: "actor_name" | "subject_name", text: string) {
  const pattern = `%${text.replaceAll(/[\\%_]/gu, "\\$&")}%`;
  return sql<SqlBool>`(${sql.ref(id)} = ${text} OR lower(${sql.ref(name)}) LIKE lower(${pattern}) ESCAPE '\\')`;
}

export function createAuditStore(sessions: Sessions): AuditStore {
  return {
    append: (projectId, event) =>
      sessions.write(projectId, (session, project) => events.insert(session, project, event)),

    list: (projectId, { first, before, filter = {} }) =>
      sessions.read(projectId, (session, project) => {
        const { db } = session;
        const ofProject = db.selectFrom("audit_events").select("key").where("project_id", "=", project);
        return events.all(session, project, (query) => {
          let newest = query.orderBy("key", "desc").limit(first);
          const { actor, actions, target, from, until } = filter;
          if (actor !== undefined) newest = newest.where(isNamed("actor_id", "actor_name", actor));
          if (target !== undefined) newest = newest.where(isNamed("subject_id", "subject_name", target));
          // An empty list of actions matches no event. PostgreSQL does not support empty lists, so this condition is
          // used instead: no event has a negative key.
          if (actions?.length === 0) newest = newest.where("key", "<", 0);
          else if (actions !== undefined) newest = newest.where("action", "in", [...actions]);
          if (from !== undefined) newest = newest.where("created_at", ">=", from);
          if (until !== undefined) newest = newest.where("created_at", "<", until);
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
