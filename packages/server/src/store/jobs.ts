import type { JsonObject } from "../json/json-value.ts";
import type { ScoreWrite } from "./scores.ts";

/**
 * `queued`: waits until it is due. `running`: a server holds its lease. `done`: its result is stored. `failed`: not
 * retried any more. `superseded`: not needed any more.
 */
export type JobState = "queued" | "running" | "done" | "failed" | "superseded";

/** Work that a server does after the request that made it due. Times are epoch milliseconds. */
export interface JobRecord {
  /** Derived from the work, so that adding it again changes nothing. */
  readonly id: string;
  readonly createdAt: number;
  readonly kind: string;
  readonly payload: JsonObject;
  readonly state: JobState;
  /** When it may be taken; while it runs, the end of its lease; null once it has ended. */
  readonly dueAt: number | null;
  /** Number of times it was taken. */
  readonly attempts: number;
  readonly maxAttempts: number;
  /** Proof of the lease; null unless it runs. */
  readonly token: string | null;
  readonly endedAt: number | null;
  /** Error message of the last attempt; null without one. */
  readonly failure: string | null;
}

export type NewJob = Pick<JobRecord, "createdAt" | "dueAt" | "id" | "kind" | "maxAttempts" | "payload">;

/** Proof that a server may end a job. */
export interface JobLease {
  readonly id: string;
  readonly token: string;
}

export interface TakenJob {
  readonly projectId: string;
  readonly job: JobRecord & { readonly token: string };
}

export interface TakeJobs {
  readonly kinds: readonly string[];
  readonly now: number;
  readonly leaseMs: number;
  readonly limit: number;
  /** Maximum number of one project. */
  readonly perProject: number;
  /** Project after which to start, from the last call. */
  readonly after: number;
  /** Different for each call; tokens start with it. */
  readonly token: string;
}

export interface TakenJobs {
  readonly jobs: readonly TakenJob[];
  /** Given as `after` to the next call, which continues with the next project. */
  readonly after: number;
}

export interface JobCount {
  readonly kind: string;
  readonly state: JobState;
  readonly count: number;
}

/**
 * Durable jobs. Any server takes due jobs with a lease, and ends each in the transaction that stores its result. A job
 * whose lease expires is taken again, so work is done at least once, and its result is stored once.
 */
export interface JobStore {
  /** Adds jobs whose ids do not exist. */
  add(projectId: string, jobs: readonly NewJob[]): Promise<void>;
  get(projectId: string, id: string): Promise<JobRecord | null>;
  /** Newest first. */
  list(
    projectId: string,
    query: { readonly state: JobState | null; readonly first: number; readonly skip: number },
  ): Promise<JobRecord[]>;
  /** Takes due jobs of all projects, some of each project in turn. Concurrent calls take different jobs. */
  take(query: TakeJobs): Promise<TakenJobs>;
  /** Extends a lease. Resolves to whether it is still held. */
  renew(projectId: string, lease: JobLease, until: number): Promise<boolean>;
  /** Stores the scores and ends the job. Resolves to false, without changes, if the lease was lost. */
  finish(
    projectId: string,
    lease: JobLease,
    result: { readonly scores: readonly ScoreWrite[]; readonly now: number },
  ): Promise<boolean>;
  /**
   * Ends an attempt: the job is retried after an exponential delay, reduced by up to a half by `random` (0 to 1), unless it is final or was
   * the last attempt. Resolves to the new state, or null if the lease was lost.
   */
  fail(
    projectId: string,
    lease: JobLease,
    failure: { readonly message: string; readonly isFinal: boolean; readonly now: number; readonly random: number },
  ): Promise<JobState | null>;
  /** Queues a failed job again, with all its attempts. Resolves to null if it is not failed. */
  retry(projectId: string, id: string, now: number): Promise<JobRecord | null>;
  /** Ends jobs that have not ended. A running one loses its lease. Resolves to their number. */
  supersede(projectId: string, ids: readonly string[], now: number): Promise<number>;
  /** Deletes jobs that ended before a time, at most `limit`. Resolves to their number. */
  deleteEnded(projectId: string, before: number, limit: number): Promise<number>;
  /** Number of jobs of all projects. */
  counts(): Promise<JobCount[]>;
}
