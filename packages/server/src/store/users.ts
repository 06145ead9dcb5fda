import type { JsonObject } from "../json/json-value.ts";
import type { ScoreStatistics } from "./analytics.ts";
import type { Claim } from "./claims.ts";
import type { Lister, ListQuery, Page } from "./list.ts";

/** An end user of the recorded application (`Participant` in the API). Times are epoch milliseconds. */
export interface UserRecord {
  readonly id: string;
  readonly createdAt: number;
  /** Unique in the project. */
  readonly identifier: string;
  readonly metadata: JsonObject;
}

/**
 * Period of threads, by their creation time in epoch milliseconds: from `from` until before `until`. Null: no limit.
 */
export interface ThreadPeriod {
  readonly from: number | null;
  readonly until: number | null;
}

/**
 * With `period`, lists only users with a thread in the period. Filters and orders then count only these threads, except
 * the order by `firstEngaged`.
 */
export interface UserListQuery extends ListQuery {
  readonly period?: ThreadPeriod | undefined;
}

/** Totals of the user's threads. */
export interface UserActivity {
  /** Latest time at which a thread or a step of the user was created, started or ended; null without a thread. */
  readonly lastEngaged: number | null;
  /** Time at which the first of the user's threads was created; null without a thread. */
  readonly firstEngaged: number | null;
  readonly threadCount: number;
  readonly tokenCount: number;
}

/**
 * Maximum number of scores that are read for the averages of users, for each score name. Only the newest scores are
 * read, which limits the time in large projects.
 */
export const userScoreLimit = 10_000;

/** Kinds of records that are deleted with a user's data. */
export const userDataKinds = [
  "threads",
  "steps",
  "generations",
  "scores",
  "comments",
  "attachments",
  "files",
  "threadShares",
  "datasetItems",
  "experimentItems",
] as const;

export type DeletedUserData = Readonly<Record<(typeof userDataKinds)[number], number>>;

export interface UserDataDeletion {
  readonly deleted: DeletedUserData;
  /** Whether all data of the user are deleted. The user is then deleted, too. */
  readonly isComplete: boolean;
}

export interface UserStore extends Lister<UserRecord> {
  list(projectId: string, query: UserListQuery): Promise<Page<UserRecord>>;
  count(projectId: string, query: Pick<UserListQuery, "filters" | "cursorAnchor" | "period">): Promise<number>;
  /** Rejects with a {@link ConflictError} if the identifier is taken. */
  create(projectId: string, user: UserRecord): Promise<UserRecord>;
  /**
   * Updates the given fields. Resolves to null if not found. Rejects with a {@link ConflictError} if the identifier is
   * taken.
   */
  update(
    projectId: string,
    id: string,
    change: { readonly identifier?: string | undefined; readonly metadata?: JsonObject | undefined },
    now: number,
  ): Promise<UserRecord | null>;
  getMany(projectId: string, ids: readonly string[]): Promise<(UserRecord | null)[]>;
  findByIdentifier(projectId: string, identifier: string): Promise<UserRecord | null>;
  /** Totals of each user's threads, or of those in the period. */
  activity(projectId: string, ids: readonly string[], period?: ThreadPeriod): Promise<UserActivity[]>;
  /** Number of threads of each user that contain a step with an error. */
  errorThreadCounts(projectId: string, ids: readonly string[], period?: ThreadPeriod): Promise<number[]>;
  /**
   * Number and average of the scores with a name in the threads of each user, and in the steps of these threads. Only
   * counts the newest {@link userScoreLimit} scores with this name in the project. Null for users without any.
   */
  scores(
    projectId: string,
    ids: readonly string[],
    name: string,
    period?: ThreadPeriod,
  ): Promise<(ScoreStatistics | null)[]>;
  /**
   * Deletes the user, and the user's groups in alerts. The user's threads are kept without a user. Resolves to null if
   * not found.
   */
  delete(projectId: string, id: string, deletedAt: number): Promise<UserRecord | null>;
  /**
   * Deletes some of the user's threads, with everything in them. Also deletes the dataset items that were created from
   * steps of these threads, and the runs of experiments on these dataset items. Call it until `isComplete` is true; the
   * last call deletes the user. Resolves to null if not found. Rejects with a `ForbiddenError` if the account or key of
   * `claim` lacks the permission.
   */
  deleteData(projectId: string, id: string, deletedAt: number, claim?: Claim): Promise<UserDataDeletion | null>;
}
