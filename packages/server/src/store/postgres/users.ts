import { ConflictError } from "../errors.ts";
import type { UserActivity, UserRecord, UserStore } from "../users.ts";
import type { FieldSource } from "./condition.ts";
import { codeOf, type Database, uniqueViolation } from "./database.ts";
import type { ProjectKeys } from "./project-keys.ts";
import { RecordList } from "./record-list.ts";
import type { Rollups } from "./rollups.ts";
import type { Session } from "./session.ts";
import { nameParticipant, setUser } from "./thread-rows.ts";
import { userTable } from "./user-rows.ts";

export interface UserStoreParts {
  readonly database: Database;
  readonly projects: ProjectKeys;
  readonly rollups: Rollups;
  readonly now: () => number;
}

const ofThreads = (value: string): string =>
  `(SELECT ${value} FROM threads t WHERE t.project_id = r.project_id AND t.user_id = r.id)`;
const lastEngaged = ofThreads("max(t.last_activity)");

const fields: { readonly [field: string]: FieldSource } = {
  id: { value: "r.id" },
  createdAt: { value: "r.created_at" },
  identifier: { value: "r.identifier" },
  metadata: { value: "r.metadata", json: true },
  lastEngaged: { value: lastEngaged },
  threadCount: { value: ofThreads("count(*)") },
  tokenCount: { value: ofThreads("coalesce(sum(t.token_count), 0)") },
};

/** Two replicas may choose one identifier at once: the constraint decides. */
async function withFreeIdentifier<Result>(identifier: string, job: () => Promise<Result>): Promise<Result> {
  try {
    return await job();
  } catch (error) {
    if (codeOf(error) !== uniqueViolation) throw error;
    throw new ConflictError(`A user with the identifier "${identifier}" exists.`);
  }
}

/** The threads of a user, who is held; now they are held too. */
async function holdThreadsOf(session: Session, project: number, userId: string): Promise<string[]> {
  const sql = "SELECT id FROM threads WHERE project_id = ? AND user_id = ? ORDER BY id FOR NO KEY UPDATE";
  return (await session.all<{ id: string }>(sql, project, userId)).map(({ id }) => id);
}

export function createUserStore({ database, projects, rollups, now }: UserStoreParts): UserStore {
  const records = new RecordList<UserRecord>(database, projects, now, {
    resource: "users",
    table: "users",
    fields,
    orders: { lastEngaged },
    load: (session, project, keys) => userTable.byKeys(session, project, keys),
  });

  return {
    list: (projectId, query) => records.list(projectId, query),
    count: (projectId, query) => records.count(projectId, query),

    async create(projectId, user) {
      const project = await projects.of(projectId);
      return withFreeIdentifier(user.identifier, () =>
        database.write(project, async (session) => {
          await userTable.insert(session, project, user);
          return user;
        }),
      );
    },

    async update(projectId, id, change) {
      const project = await projects.of(projectId);
      return withFreeIdentifier(change.identifier ?? "", () =>
        database.write(project, async (session) => {
          const user = await userTable.find(session, project, "id = ? FOR UPDATE", id);
          if (user === null) return null;
          const { identifier = user.identifier, metadata = user.metadata } = change;
          const changed = { ...user, identifier, metadata };
          await userTable.replace(session, project, changed);
          if (identifier === user.identifier) return changed;
          const threads = await holdThreadsOf(session, project, id);
          const sql = "UPDATE threads SET participant = ? WHERE project_id = ? AND user_id = ?";
          await session.run(sql, identifier, project, id);
          await nameParticipant(session, project, threads, identifier);
          return changed;
        }),
      );
    },

    async getMany(projectId, ids) {
      const project = await projects.of(projectId);
      return database.read(project, (session) => userTable.getMany(session, project, ids));
    },

    async findByIdentifier(projectId, identifier) {
      const project = await projects.of(projectId);
      return database.read(project, (session) => userTable.find(session, project, "identifier = ?", identifier));
    },

    async activity(projectId, ids) {
      const project = await projects.of(projectId);
      const sql = `
        SELECT user_id, max(last_activity) AS last_engaged, count(*) AS thread_count,
          coalesce(sum(token_count), 0) AS token_count
        FROM threads WHERE project_id = ? AND user_id = ANY(?) GROUP BY user_id`;
      const rows = await database.read(project, (session) =>
        session.all<UserActivity & { readonly userId: string }>(sql, project, ids),
      );
      const activities = new Map(rows.map(({ userId, ...activity }) => [userId, activity]));
      return ids.map((id) => activities.get(id) ?? { lastEngaged: null, threadCount: 0, tokenCount: 0 });
    },

    async delete(projectId, id) {
      const project = await projects.of(projectId);
      return database.write(project, async (session) => {
        const user = await userTable.find(session, project, "id = ? FOR UPDATE", id);
        if (user === null) return null;
        const threads = await holdThreadsOf(session, project, id);
        if (threads.length > 0) await setUser(session, project, threads, null, rollups);
        return userTable.delete(session, project, id);
      });
    },
  };
}
