import type { JsonObject } from "../json/json-value.ts";
import type { AlertEvaluation } from "./alerts.ts";
import type { DeliveryAttempt } from "./channels.ts";
import type { CountedJudgment } from "./evaluation-rules.ts";
import type { ExperimentItemRecord } from "./experiments.ts";
import type { ScoreWrite } from "./scores.ts";

/**
 * `waiting`: its group makes it due later. `queued`: waits until it is due. `running`: a server holds its lease.
 * `storing`: a server holds its lease, but only has to store the result, so that the job does not count toward the
 * concurrency of its group. `done`: its result is stored. `failed`: no longer retried. `superseded`: no longer needed.
 */
export type JobState = "waiting" | "queued" | "running" | "storing" | "done" | "failed" | "superseded";

/** Work that a server does after the request that caused it. Times are epoch milliseconds. */
export interface JobRecord {
  /** Derived from the work, so that adding the same job again changes nothing. */
  readonly id: string;
  readonly createdAt: number;
  readonly kind: string;
  /** Id of the experiment or evaluation rule that the job belongs to; null without one. */
  readonly groupId: string | null;
  readonly payload: JsonObject;
  readonly state: JobState;
  /**
   * Depends on the state. Running: the end of the lease. Waiting: the earliest time at which a server may lease it, or
   * null. Ended: null. Otherwise: the time from which a server may lease it.
   */
  readonly dueAt: number | null;
  /** Number of attempts, except those that ended because the server stopped. */
  readonly attempts: number;
  /** Number of attempts that ended because the server stopped without releasing the job. */
  readonly stops: number;
  readonly maxAttempts: number;
  /** Proof of the lease; null without a lease. */
  readonly token: string | null;
  readonly endedAt: number | null;
  /** Error message of the last attempt; null without one. */
  readonly failure: string | null;
}

/** A job to add. Without `dueAt`, its state is `waiting`. */
export type NewJob = Pick<JobRecord, "createdAt" | "dueAt" | "groupId" | "id" | "kind" | "maxAttempts" | "payload">;

/** Proof that a server may end a job. */
export type JobLease = Pick<JobRecord, "groupId" | "id"> & { readonly token: string };

export interface TakenJob {
  readonly projectId: string;
  readonly job: JobRecord & { readonly token: string };
}

export interface NextLease {
  readonly leaseMs: number;
  /** Prefix of the tokens of the returned leases. Must differ in each call. */
  readonly token: string;
}

export interface TakeJobs extends NextLease {
  readonly kinds: readonly string[];
  readonly now: number;
  readonly limit: number;
  /** Maximum number of concurrent jobs of one project, including those in `running`. */
  readonly perProject: number;
  /** Number of jobs that the caller runs, by project. */
  readonly running: Readonly<Record<string, number>>;
  /** The `after` that the last call returned: the project after which this call starts. */
  readonly after: number;
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

/** A kind of which at least one job is due in any project. */
export interface DueJobs {
  readonly kind: string;
  /** Due time of the oldest of these jobs. */
  readonly since: number;
}

/** Records that are stored in the transaction that ends a job. */
export interface JobResult {
  readonly scores?: readonly ScoreWrite[] | undefined;
  /** Items to create. Items whose ids exist are skipped. */
  readonly experimentItems?: readonly ExperimentItemRecord[] | undefined;
  /** Jobs to add. Jobs whose ids exist are skipped. */
  readonly jobs?: readonly NewJob[] | undefined;
  /** Judgment that this job completes. It counts for its rule and day. */
  readonly judgment?: CountedJudgment | undefined;
  /** Whether the job ends as `superseded`, because it was not needed. */
  readonly isSuperseded?: boolean | undefined;
  readonly alertEvaluation?: AlertEvaluation | undefined;
  /** Outcome of a delivery attempt. It is also stored if the attempt failed and is retried. */
  readonly deliveryAttempt?: DeliveryAttempt | undefined;
  /** Time at which the job runs again, with its attempts reset. Absent: the job has ended. */
  readonly repeatAt?: number | undefined;
  /** US dollars to add to the cost of the group; null or absent if unknown. */
  readonly cost?: number | null | undefined;
}

export interface JobFailure {
  readonly message: string;
  /** Whether a retry is useless. */
  readonly isFinal: boolean;
  /** Minimum delay before a retry, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /**
   * Result to store if the job is not retried. The cost and the delivery attempt in the result are stored in any case.
   */
  readonly result?: JobResult | undefined;
}

/**
 * Durable jobs. Any server leases due jobs, and ends each in the transaction that stores its result. A job whose lease
 * expires is leased again, so work is done at least once, and its result is stored once.
 */
export interface JobStore {
  /** Adds jobs whose ids do not exist. */
  add(projectId: string, jobs: readonly NewJob[]): Promise<void>;
  get(projectId: string, id: string): Promise<JobRecord | null>;
  /** Jobs of a project, newest first. */
  list(
    projectId: string,
    query: {
      readonly state: JobState | null;
      readonly groupId?: string | undefined;
      readonly kinds?: readonly string[] | undefined;
      readonly first: number;
      readonly skip: number;
    },
  ): Promise<JobRecord[]>;
  /** Kinds of the due jobs of all projects. Jobs with an unexpired lease are not due. */
  due(now: number): Promise<DueJobs[]>;
  /**
   * Leases due jobs of all projects, in turns that each serve one project. Concurrent calls return different jobs. A
   * job with many `stops` may be the cause of the stops, and should fail.
   */
  take(query: TakeJobs): Promise<TakenJobs>;
  /** Extends a lease. Resolves to false if the lease was lost. */
  renew(projectId: string, lease: JobLease, until: number): Promise<boolean>;
  /**
   * Frees the slot that a running job has in its group, because only its result is left to be stored. With `next`, the
   * call also takes the group's next job. Resolves to the taken job; null if there is none.
   */
  leave(
    projectId: string,
    lease: JobLease,
    options: { readonly now: number; readonly next: NextLease | null },
  ): Promise<TakenJob["job"] | null>;
  /**
   * Requeues jobs whose server stopped after they freed their slots. They first wait for a slot. Also requeues jobs of
   * alerts and review queues that were queued for the far future because a clock was wrong.
   */
  requeueLeft(now: number): Promise<void>;
  /** Stores the result and ends the job. Resolves to false, without changes, if the lease was lost. */
  finish(projectId: string, lease: JobLease, result: JobResult & { readonly now: number }): Promise<boolean>;
  /**
   * Ends an attempt. The job is retried unless the failure is final or this was the last attempt. The delay grows
   * exponentially with the attempts; `random` (0 to 1) reduces it by up to a half. Resolves to the new state, or null
   * if the lease was lost.
   */
  fail(
    projectId: string,
    lease: JobLease,
    failure: JobFailure & { readonly now: number; readonly random: number },
  ): Promise<JobState | null>;
  /**
   * Queues a running job again, and does not count the attempt. `reason`: why the group is paused; null if it is not.
   * Resolves to false if the lease was lost.
   */
  release(
    projectId: string,
    lease: JobLease,
    options: {
      readonly now: number;
      readonly dueAt: number;
      readonly reason: string | null;
      readonly cost?: number | null | undefined;
    },
  ): Promise<boolean>;
  /** Ends the leases of all jobs, as if their servers had stopped. Only for a database that no other server uses. */
  releaseAll(now: number): Promise<void>;
  /** Queues a failed job again, and resets its attempts. Resolves to null if it is not failed. */
  retry(projectId: string, id: string, now: number): Promise<JobRecord | null>;
  /** Ends jobs that have not ended. A running job loses its lease. Resolves to the number of ended jobs. */
  supersede(projectId: string, ids: readonly string[], now: number): Promise<number>;
  /** Deletes at most `limit` jobs that ended before a time, in all projects. Resolves to the number of deleted jobs. */
  deleteEnded(before: { readonly done: number; readonly failed: number }, limit: number): Promise<number>;
  /** Counts the jobs of all projects by kind and state. */
  counts(): Promise<JobCount[]>;
}
