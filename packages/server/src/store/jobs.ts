import type { JsonObject } from "../json/json-value.ts";
import type { AlertEvaluation } from "./alerts.ts";
import type { DeliveryAttempt } from "./channels.ts";
import type { CountedJudgment } from "./evaluation-rules.ts";
import type { ExperimentItemRecord } from "./experiments.ts";
import type { ScoreWrite } from "./scores.ts";

/**
 * State of a job:
 *
 * - `waiting`: becomes due when its experiment may run another task.
 * - `queued`: a server may run the job once it is due.
 * - `running`: a server holds the lease of the job.
 * - `storing`: like `running`, but only the result has to be stored. The job no longer counts as a running task, so its
 *   experiment may run another task.
 * - `done`: the result is stored.
 * - `failed`: not retried any more.
 * - `superseded`: no longer needed.
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
   * If a server holds the lease of the job, time at which the lease ends. Otherwise, time from which a server may run
   * the job. Null for a job that has ended, and for a `waiting` job without a delay.
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

/** A job to add. With `dueAt` null, its state is `waiting`. */
export type NewJob = Pick<JobRecord, "createdAt" | "dueAt" | "groupId" | "id" | "kind" | "maxAttempts" | "payload">;

/** Lease of a job. A server must pass its `token` to renew the lease or to end the job. */
export type JobLease = Pick<JobRecord, "groupId" | "id"> & { readonly token: string };

export interface TakenJob {
  readonly projectId: string;
  readonly job: JobRecord & { readonly token: string };
}

export interface NextLease {
  readonly leaseMs: number;
  /** Prefix for the tokens of the new leases. Must be different in each call of `take` and `leave`. */
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
  /**
   * Value of `after` in the result of the previous call. Projects take turns: this call starts with the project after
   * the last one of the previous call.
   */
  readonly after: number;
}

export interface TakenJobs {
  readonly jobs: readonly TakenJob[];
  /** Value of `after` for the next call. */
  readonly after: number;
}

export interface JobCount {
  readonly kind: string;
  readonly state: JobState;
  readonly count: number;
}

/** A kind of jobs that are due, in any project. */
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
  /** Completed judgment to count. */
  readonly judgment?: CountedJudgment | undefined;
  /** Whether the job ends as `superseded`, because its work turned out to be unnecessary. */
  readonly isSuperseded?: boolean | undefined;
  readonly alertEvaluation?: AlertEvaluation | undefined;
  /** Outcome of a delivery attempt. It is also stored if the attempt failed and is retried. */
  readonly deliveryAttempt?: DeliveryAttempt | undefined;
  /** Time at which the job runs again, with its attempts reset. Absent: the job has ended. */
  readonly repeatAt?: number | undefined;
  /**
   * US dollars to add to the cost of the experiment run. Null or absent if unknown, or if the job does not belong to a
   * run.
   */
  readonly cost?: number | null | undefined;
}

export interface JobFailure {
  readonly message: string;
  /** Whether a retry is useless. */
  readonly isFinal: boolean;
  /** Minimum delay before a retry, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /**
   * Result to store if the job is not retried. If the job is retried, only the `cost` and the `deliveryAttempt` of the
   * result are stored.
   */
  readonly result?: JobResult | undefined;
}

/**
 * Storage of durable jobs. A server takes a due job for a limited time (a lease), and stores its result in the
 * transaction that ends the job. If the lease expires, another server takes the job. Work is therefore done at least
 * once, and its result is stored once.
 */
export interface JobStore {
  /** Adds jobs. Jobs whose ids exist are skipped. */
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
  /** Returns the kinds of jobs that are due in any project. A job with an unexpired lease is not due. */
  due(now: number): Promise<DueJobs[]>;
  /**
   * Leases due jobs of all projects in turn. Concurrent calls return different jobs. A job with many `stops` may be the
   * cause of these stops, so the caller should fail the job without running it.
   */
  take(query: TakeJobs): Promise<TakenJobs>;
  /** Extends a lease. Resolves to false if the lease was lost. */
  renew(projectId: string, lease: JobLease, until: number): Promise<boolean>;
  /**
   * Sets the state of a running task of an experiment to `storing`, so that the experiment may run another task. If
   * `next` is given, leases a due task of the experiment, and resolves to it. Resolves to null if no task is leased.
   */
  leave(
    projectId: string,
    lease: JobLease,
    options: { readonly now: number; readonly next: NextLease | null },
  ): Promise<TakenJob["job"] | null>;
  /**
   * Requeues jobs in the state `storing` whose server stopped. Also requeues jobs of alerts, deliveries and review
   * queues that are due more than two hours from now. Such a due time is wrong: the clock was ahead when the due time
   * was set.
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
   * Queues a running job again without counting the attempt, for example at a spend limit. Stores `reason` as the
   * `failure` of the job and as the pause reason of its experiment run; null leaves both unchanged. Resolves to false
   * if the lease was lost.
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
  /**
   * Ends jobs as `superseded`, unless they have already ended. The results of running jobs are discarded. Resolves to
   * the number of ended jobs.
   */
  supersede(projectId: string, ids: readonly string[], now: number): Promise<number>;
  /** Deletes at most `limit` jobs that ended before a time, in all projects. Resolves to the number of deleted jobs. */
  deleteEnded(before: { readonly done: number; readonly failed: number }, limit: number): Promise<number>;
  /** Counts the jobs of all projects by kind and state. */
  counts(): Promise<JobCount[]>;
}
