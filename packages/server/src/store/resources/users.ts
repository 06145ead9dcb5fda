import { sql } from "kysely";
import type { ScoreStatistics } from "../analytics.ts";
import type { Filter, Lister } from "../list.ts";
import type { Lists } from "../lists/lists.ts";
import { users as table } from "../schema/recorded.ts";
import type { Dialect } from "../session/dialect.ts";
import { RecordTable } from "../session/record-table.ts";
import { type Session, type Sessions, withoutConflict } from "../session/session.ts";
import { unnamed } from "../session/unnamed.ts";
import {
  type ThreadPeriod,
  type UserActivity,
  type UserListQuery,
  userScoreLimit,
  type UserRecord,
  type UserStore,
} from "../users.ts";
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

/** SQL condition that tests whether the thread `t` belongs to the user `r` and is in the period. */
export function isThreadInPeriod(dialect: Dialect, period: ThreadPeriod | undefined): string {
  return isThreadOf(dialect) + limitsOf(period);
}

/** Further SQL conditions that test whether the thread `t` is in the period, each with a leading `AND`. */
function limitsOf({ from, until }: ThreadPeriod = { from: null, until: null }): string {
  const start = from === null ? "" : ` AND t.created_at >= ${literal(from)}`;
  return until === null ? start : `${start} AND t.created_at < ${literal(until)}`;
}

/** Literal of a time. SQL expressions of orders cannot have parameters. */
function literal(time: number): string {
  return `${Math.trunc(time)} ${unnamed}`;
}

const hasThreads: Filter = { field: "threadCount", operator: "gt", value: 0 };

const noActivity: UserActivity = { lastEngaged: null, firstEngaged: null, threadCount: 0, tokenCount: 0 };

export function createUserStore({ sessions, lists, threads, scores, removeSteps }: UserStoreParts): UserStore {
  const { hasError } = threads;
  const { dialect } = sessions;
  const withFreeIdentifier = <Result>(identifier: string, write: () => Promise<Result>): Promise<Result> =>
    withoutConflict(sessions, `A user with the identifier "${identifier}" already exists.`, write);

  const createLister = (period?: ThreadPeriod, rows?: string): Lister<UserRecord> => {
    const isOf = isThreadInPeriod(dialect, period);
    // CAST makes the sum an integer. Without it, PostgreSQL sums integers to a decimal number, which its driver returns
    // as text.
    const totalOf = (sum: string): string => `(SELECT CAST(${sum} AS bigint) FROM threads t WHERE ${isOf})`;
    const lastEngaged =
      period === undefined ? threads.lastEngaged : `(SELECT max(t.last_activity) FROM threads t WHERE ${isOf})`;
    return lists({
      resource: "users",
      records: users,
      rows,
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
        firstEngaged: `(SELECT min(t.created_at) FROM threads t WHERE ${isThreadOf(dialect)})`,
        errorThreadCount: `(SELECT count(*) FROM threads t WHERE ${isOf} AND ${hasError})`,
        threadCount: `(SELECT count(*) FROM threads t WHERE ${isOf})`,
        tokenCount: totalOf("coalesce(sum(t.token_count), 0)"),
        cost: totalOf("sum(t.cost)"),
      },
      indexed: ["id", "identifier"],
      ranged: period === undefined ? ["lastEngaged"] : [],
    });
  };
  const ofAll = createLister();
  const listerFor = ({ period, filters = [] }: Pick<UserListQuery, "filters" | "period">) => {
    if (period === undefined) return { lister: ofAll, filters };
    if (filters.length > 0) return { lister: createLister(period), filters: [...filters, hasThreads] };
    // Without a filter, the embedded store sorts the users once. With a filter, it sorts them for each slice.
    const isOf = isThreadInPeriod(dialect, period);
    const rows = `(SELECT r.* FROM users r WHERE EXISTS (SELECT 1 FROM threads t WHERE ${isOf}))`;
    return { lister: createLister(period, rows), filters };
  };

  return {
    list(projectId, query) {
      const { lister, filters } = listerFor(query);
      return lister.list(projectId, { ...query, filters });
    },

    count(projectId, query) {
      const { lister, filters } = listerFor(query);
      return lister.count(projectId, { ...query, filters });
    },

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

    activity: (projectId, ids, period) =>
      sessions.read(projectId, async (session, project) => {
        const rows = await session.all(
          sql<UserActivity & { readonly id: string }>`
            SELECT r.id, max(t.last_activity) AS "lastEngaged", min(t.created_at) AS "firstEngaged",
              count(*) AS "threadCount", coalesce(sum(t.token_count), 0) AS "tokenCount"
            FROM users r CROSS JOIN threads t
            WHERE r.project_id = ${project} AND ${session.dialect.isIn("r.id", ids)} AND ${sql.raw(isThreadInPeriod(dialect, period))}
            GROUP BY r.id`.compile(session.db),
        );
        const activities = new Map(rows.map(({ id, ...activity }) => [id, activity]));
        return ids.map((id) => activities.get(id) ?? noActivity);
      }),

    errorThreadCounts: (projectId, ids, period) =>
      sessions.read(projectId, async (session, project) => {
        const rows = await session.all(
          sql<{ readonly id: string; readonly count: number }>`
            SELECT r.id, count(*) AS count FROM users r CROSS JOIN threads t
            WHERE r.project_id = ${project} AND ${session.dialect.isIn("r.id", ids)} AND ${sql.raw(isThreadInPeriod(dialect, period))}
              AND ${sql.raw(hasError)}
            GROUP BY r.id`.compile(session.db),
        );
        const counts = new Map(rows.map(({ id, count }) => [id, count]));
        return ids.map((id) => counts.get(id) ?? 0);
      }),

    scores: (projectId, ids, name, period) =>
      sessions.read(projectId, async (session, project) => {
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
            WHERE ${dialect.isIn("t.user_id", ids)} ${sql.raw(limitsOf(period))} GROUP BY t.user_id`.compile(
            session.db,
          ),
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
