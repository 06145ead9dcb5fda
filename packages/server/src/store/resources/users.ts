import { sql } from "kysely";
import type { ScoreStatistics } from "../analytics.ts";
import type { Lists } from "../lists/lists.ts";
import { users as table } from "../schema/recorded.ts";
import type { Dialect } from "../session/dialect.ts";
import { RecordTable } from "../session/record-table.ts";
import { type Session, type Sessions, withoutConflict } from "../session/session.ts";
import { type UserActivity, userScoreLimit, type UserStore } from "../users.ts";
import { deleteUserFromAlerts, renameUserInAlerts } from "./alert-users.ts";
import { requireClaim } from "./claims.ts";
import type { ScoreWriter } from "./scores.ts";
import { deleteUserData, type StepRemoval, type ThreadRemoval } from "./user-data.ts";

const users = new RecordTable(table);

export interface UserThreads extends ThreadRemoval {
  /** SQL expression for the time at which the user `r` was last active. */
  readonly lastEngaged: string;
  /** SQL condition that tests whether the thread `t` contains a step with an error. */
  readonly hasError: string;
  /** Stores the new identifier of a user in the user's threads. The transaction must have locked the user. */
  readonly rename: (session: Session, project: number, userId: string, identifier: string) => Promise<void>;
  /** Removes a user from the user's threads. The transaction must have locked the user. */
  readonly release: (session: Session, project: number, userId: string) => Promise<void>;
}

export interface UserStoreParts {
  readonly sessions: Sessions;
  readonly lists: Lists;
  readonly threads: UserThreads;
  readonly scores: ScoreWriter;
  readonly removeSteps: StepRemoval;
}

/** SQL condition that tests whether the thread `t` belongs to the user `r`. */
export function isThreadOf(dialect: Dialect): string {
  return `t.project_id = ${dialect.projectOf("r")} AND t.user_id = r.id`;
}

const noActivity: UserActivity = { lastEngaged: null, firstEngaged: null, threadCount: 0, tokenCount: 0 };

export function createUserStore({ sessions, lists, threads, scores, removeSteps }: UserStoreParts): UserStore {
  const { lastEngaged, hasError } = threads;
  const isOf = isThreadOf(sessions.dialect);
  // CAST makes the sum an integer. Without it, PostgreSQL sums integers to a decimal number, which its driver returns
  // as text.
  const totalOf = (sum: string): string => `(SELECT CAST(${sum} AS bigint) FROM threads t WHERE ${isOf})`;
  const withFreeIdentifier = <Result>(identifier: string, write: () => Promise<Result>): Promise<Result> =>
    withoutConflict(sessions, `A user with the identifier "${identifier}" already exists.`, write);

  return {
    ...lists({
      resource: "users",
      records: users,
      fields: {
        // The metadata without quotes is searched, too, so that `plan:guest` finds a field with its value.
        content: {
          value: `(r.identifier || ' ' || coalesce(r.metadata, '') || ' ' || replace(coalesce(r.metadata, ''), '"', ''))`,
          holdsJson: true,
        },
        lastEngaged: { value: lastEngaged },
        threadCount: { value: `(SELECT count(*) FROM threads t WHERE ${isOf})` },
        tokenCount: { value: `(SELECT coalesce(sum(t.token_count), 0) FROM threads t WHERE ${isOf})` },
      },
      orders: {
        lastEngaged,
        firstEngaged: `(SELECT min(t.created_at) FROM threads t WHERE ${isOf})`,
        errorThreadCount: `(SELECT count(*) FROM threads t WHERE ${isOf} AND ${hasError})`,
        threadCount: `(SELECT count(*) FROM threads t WHERE ${isOf})`,
        tokenCount: totalOf("coalesce(sum(t.token_count), 0)"),
        cost: totalOf("sum(t.cost)"),
      },
      indexed: ["id", "identifier"],
      ranged: ["lastEngaged"],
    }),

    create: (projectId, user) =>
      withFreeIdentifier(user.identifier, () =>
        sessions.write(projectId, async (session, project) => {
          await users.insert(session, project, user);
          return user;
        }),
      ),

    update: (projectId, id, change, now) =>
      withFreeIdentifier(change.identifier ?? "", () =>
        sessions.write(projectId, async (session, project) => {
          const user = await users.lock(session, project, id);
          if (user === null) return null;
          const { identifier = user.identifier, metadata = user.metadata } = change;
          const changed = { ...user, identifier, metadata };
          await users.replace(session, project, changed);
          if (identifier !== user.identifier) {
            await threads.rename(session, project, id, identifier);
            await renameUserInAlerts(session, project, user, { identifier, now });
          }
          return changed;
        }),
      ),

    getMany: (projectId, ids) => sessions.read(projectId, (session, project) => users.getMany(session, project, ids)),

    findByIdentifier: (projectId, identifier) =>
      sessions.read(projectId, (session, project) => users.findBy(session, project, { identifier })),

    activity: (projectId, ids) =>
      sessions.read(projectId, async (session, project) => {
        const rows = await session.all(
          sql<UserActivity & { readonly id: string }>`
            SELECT r.id, max(t.last_activity) AS "lastEngaged", min(t.created_at) AS "firstEngaged",
              count(*) AS "threadCount", coalesce(sum(t.token_count), 0) AS "tokenCount"
            FROM users r CROSS JOIN threads t
            WHERE r.project_id = ${project} AND ${session.dialect.isIn("r.id", ids)} AND ${sql.raw(isOf)}
            GROUP BY r.id`.compile(session.db),
        );
        const activities = new Map(rows.map(({ id, ...activity }) => [id, activity]));
        return ids.map((id) => activities.get(id) ?? noActivity);
      }),

    errorThreadCounts: (projectId, ids) =>
      sessions.read(projectId, async (session, project) => {
        const rows = await session.all(
          sql<{ readonly id: string; readonly count: number }>`
            SELECT r.id, count(*) AS count FROM users r CROSS JOIN threads t
            WHERE r.project_id = ${project} AND ${session.dialect.isIn("r.id", ids)} AND ${sql.raw(isOf)}
              AND ${sql.raw(hasError)}
            GROUP BY r.id`.compile(session.db),
        );
        const counts = new Map(rows.map(({ id, count }) => [id, count]));
        return ids.map((id) => counts.get(id) ?? 0);
      }),

    scores: (projectId, ids, name) =>
      sessions.read(projectId, async (session, project) => {
        const { dialect } = session;
        // Like `subjectOf`, does not use `coalesce`: with row-level security, PostgreSQL would then read all steps.
        const step = sql`CASE WHEN c.step_id IS NOT NULL THEN c.step_id ELSE c.generation_id END`;
        const thread = sql`CASE WHEN c.thread_id IS NOT NULL THEN c.thread_id ELSE (SELECT ${sql.raw(dialect.threadOfStep)}
          FROM steps s WHERE s.project_id = ${project} AND s.id = ${step}) END`;
        const rows = await session.all(
          sql<Omit<ScoreStatistics, "name"> & { readonly id: string }>`
            SELECT t.user_id AS id, count(*) AS count, avg(j.value) AS average
            FROM (SELECT c.value, ${thread} AS thread_id FROM scores c
              WHERE c.project_id = ${project} AND c.name = ${name}
              ORDER BY c.created_at DESC, c.key DESC LIMIT ${userScoreLimit}) j
            JOIN threads t ON t.project_id = ${project} AND t.id = j.thread_id
            WHERE ${dialect.isIn("t.user_id", ids)} GROUP BY t.user_id`.compile(session.db),
        );
        const found = new Map(rows.map(({ id, ...statistics }) => [id, { name, ...statistics }]));
        return ids.map((id) => found.get(id) ?? null);
      }),

    delete: (projectId, id, deletedAt) =>
      sessions.write(projectId, async (session, project) => {
        const user = await users.lock(session, project, id);
        if (user === null) return null;
        await threads.release(session, project, id);
        await deleteUserFromAlerts(session, project, user, deletedAt);
        return users.delete(session, project, id);
      }),

    deleteData: (projectId, id, deletedAt, claim) =>
      sessions.write(projectId, async (session, project) => {
        await requireClaim(session, project, claim);
        return deleteUserData({ session, project, deletedAt, threads, scores, removeSteps }, id);
      }),
  };
}
