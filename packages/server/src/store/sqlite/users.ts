import { ConflictError } from "../errors.ts";
import type { UserRecord, UserStore } from "../users.ts";
import { ColumnCandidates } from "./column-candidates.ts";
import type { FieldSource } from "./condition.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { oneByOne, RecordList } from "./record-list.ts";
import type { ThreadRows } from "./thread-rows.ts";
import type { UserRows } from "./user-rows.ts";

export interface UserStoreParts {
  readonly database: Database;
  readonly projects: ProjectKeys;
  readonly rows: UserRows;
  readonly threads: ThreadRows;
  readonly now: () => number;
}

const fields: { readonly [field: string]: FieldSource } = {
  id: { value: "r.id" },
  createdAt: { value: "r.created_at" },
  identifier: { value: "r.identifier" },
  metadata: { value: "r.metadata", json: true },
  lastEngaged: { value: "r.last_engaged" },
  threadCount: { value: "(SELECT count(*) FROM threads WHERE user = r.key)" },
  tokenCount: { value: "(SELECT coalesce(sum(token_count), 0) FROM threads WHERE user = r.key)" },
};

export function createUserStore({ database, projects, rows, threads, now }: UserStoreParts): UserStore {
  const columns = new ColumnCandidates(database, "users", "key");
  const records = new RecordList<UserRecord>(database, projects, now, {
    resource: "users",
    table: "users",
    key: "key",
    fields,
    candidates(project, filter) {
      if (filter.field === "lastEngaged") return columns.ofRange(project, filter.field, filter);
      const isKeyed = filter.field === "id" || filter.field === "identifier";
      return isKeyed && filter.operator !== "ilike" ? columns.ofIndexed(project, filter.field, filter) : undefined;
    },
    load: oneByOne((key) => rows.table.byKey(key)),
  });
  const threadsOf = (user: number): number[] =>
    database.all<{ key: number }>("SELECT key FROM threads WHERE user = ?", user).map((thread) => thread.key);

  return {
    list: (projectId, query) => records.list(projectId, query),
    count: (projectId, query) => records.count(projectId, query),

    create: (projectId, user) => database.write(() => rows.insert(projects.of(projectId), user)),

    update: (projectId, id, change) =>
      database.write(() => {
        const project = projects.of(projectId);
        const [user, key] = [rows.table.get(project, id), rows.keyOf(project, id)];
        if (user === null || key === null) return null;
        const { identifier = user.identifier, metadata = user.metadata } = change;
        if (identifier !== user.identifier) {
          if (rows.findByIdentifier(project, identifier) !== null) {
            throw new ConflictError(`A user with the identifier "${identifier}" exists.`);
          }
          for (const thread of threadsOf(key)) threads.setUser(thread, { key, identifier });
        }
        const changed = { ...user, identifier, metadata };
        rows.table.replace(project, changed);
        return changed;
      }),

    async getMany(projectId, ids) {
      return rows.table.getMany(projects.of(projectId), ids);
    },

    async findByIdentifier(projectId, identifier) {
      return rows.findByIdentifier(projects.of(projectId), identifier);
    },

    async activity(projectId, ids) {
      const project = projects.of(projectId);
      const sql = `
        SELECT max(last_activity) AS lastEngaged, count(*) AS threadCount, coalesce(sum(token_count), 0) AS tokenCount
        FROM threads WHERE user = (SELECT key FROM users WHERE project_id = ? AND id = ?)`;
      return ids.map((id) => ({
        lastEngaged: null,
        threadCount: 0,
        tokenCount: 0,
        ...database.get<{ lastEngaged: number | null; threadCount: number; tokenCount: number }>(sql, project, id),
      }));
    },

    delete: (projectId, id) =>
      database.write(() => {
        const project = projects.of(projectId);
        const key = rows.keyOf(project, id);
        if (key === null) return null;
        for (const thread of threadsOf(key)) threads.setUser(thread, null);
        return rows.table.delete(project, id);
      }),
  };
}
