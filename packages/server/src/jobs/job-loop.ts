import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { withoutCaller } from "../store/caller.ts";
import { MissingProjectError } from "../store/errors.ts";
import type { JobResult, JobStore, TakenJob } from "../store/jobs.ts";
import { JobError, JobPause } from "./job-error.ts";

/**
 * Does the work of a job. The returned result is stored in the same transaction as the end of the job.
 *
 * Throw a {@link JobError} if the work failed, or a {@link JobPause} if the job must wait. The signal aborts if the job
 * was canceled, or if the server stops.
 *
 * Call `leave` when the work is done and only its result must be stored. If the job belongs to a group (an experiment
 * or an evaluation rule), the group's next job can then already start.
 */
export type JobHandler = (taken: TakenJob, signal: AbortSignal, leave: () => void) => Promise<JobResult>;

export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** Outcome of an attempt. `paused` and `released` attempts do not count. */
export type JobOutcome = "done" | "failed" | "lost" | "paused" | "released" | "retried";

export interface JobLoopOptions {
  readonly jobs: JobStore;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Pick<Logger, "error" | "warn">;
  /**
   * Whether this is the only server that uses the database. Jobs that an earlier process left unfinished can then be
   * taken immediately, before their leases expire.
   */
  readonly isAlone: boolean;
  readonly onEnded?: ((kind: string, outcome: JobOutcome) => void) | undefined;
  /** Maximum numbers of concurrent jobs. Default: 64 in total, 40 per project and 48 per kind. */
  readonly limits?: Partial<JobLimits> | undefined;
  /** Interval between two checks for jobs that other servers added, and for retries, in milliseconds. */
  readonly pollMs?: number | undefined;
  readonly leaseMs?: number | undefined;
  /** Delay before another attempt to store the end of a job, in milliseconds. */
  readonly endingDelayMs?: number | undefined;
}

/**
 * Maximum numbers of concurrent jobs of this server. Jobs that called `leave` and store their results are not included.
 * There can be up to `total` of them.
 */
export interface JobLimits {
  readonly total: number;
  readonly perProject: number;
  readonly perKind: number;
}

const defaultJobLimits: JobLimits = { total: 64, perProject: 40, perKind: 48 };

/**
 * Maximum number of times that the server may stop without releasing a running job, for example because it crashes.
 * After more stops, the job fails. The number is high, because a stop counts for all running jobs, and most of them did
 * not cause it.
 */
const maxStops = 20;
const defaultPollMs = 3_000;
const defaultLeaseMs = 30_000;
/** Maximum number of attempts to store the end of a job while the database is unavailable. */
const maxEndings = 5;
const defaultEndingDelayMs = 2_000;

interface RunningJob {
  readonly taken: TakenJob;
  readonly controller: AbortController;
  /** Whether only the result of the job is left to be stored. */
  isStoring: boolean;
  /** Whether the job counts toward the limits. */
  hasSlot: boolean;
  /** Set when the handler calls `leave`. Resolves when the group's next job was started, or could not be started. */
  leaving?: Promise<void>;
}

class LeaseLostError extends Error {
  override readonly name = "AbortError";
}

/**
 * Takes due jobs and runs them, a limited number at a time. Projects and kinds of jobs take turns. Any number of
 * servers can run such a loop on one database.
 */
export class JobLoop {
  readonly #options: JobLoopOptions;
  readonly #limits: JobLimits;
  readonly #leaseMs: number;
  readonly #running = new Map<RunningJob, Promise<void>>();
  #handlers: JobHandlers = {};
  #timers: NodeJS.Timeout[] = [];
  #filling: Promise<void> | undefined;
  #isAsked = false;
  #isClosed = false;
  /**
   * For each kind of job, the key of the project where the last search for jobs ended. The next search starts after it,
   * so that projects take turns.
   */
  readonly #after = new Map<string, number>();
  #turn = 0;

  constructor(options: JobLoopOptions) {
    this.#options = options;
    this.#limits = { ...defaultJobLimits, ...options.limits };
    this.#leaseMs = options.leaseMs ?? defaultLeaseMs;
  }

  /**
   * Starts to take jobs. If no other server uses the database, jobs that an earlier process had taken can be taken
   * again.
   */
  async start(handlers: JobHandlers): Promise<void> {
    this.#handlers = handlers;
    if (Object.keys(handlers).length === 0) return;
    const { jobs, isAlone, now, pollMs = defaultPollMs } = this.#options;
    if (isAlone) await jobs.releaseAll(now());
    if (this.#isClosed) return;
    this.#timers = withoutCaller(() => [
      setInterval(() => void this.#look(), pollMs).unref(),
      setInterval(() => void this.#renewAll(), this.#leaseMs / 3).unref(),
    ]);
    this.wake();
  }

  wake(): void {
    if (this.#isClosed || this.#timers.length === 0) return;
    if (this.#filling !== undefined) {
      this.#isAsked = true;
      return;
    }
    this.#filling = withoutCaller(() => this.#fill())
      .catch((error: unknown) => this.#options.log.error({ err: error }, "could not take jobs from the queue"))
      .finally(() => {
        this.#filling = undefined;
        if (this.#isAsked) this.#wakeAgain();
      });
  }

  /** Aborts the running jobs of a group (an experiment or evaluation rule) that was canceled in the store. */
  abort(groupId: string): void {
    for (const { taken, controller } of this.#running.keys()) {
      if (taken.job.groupId === groupId) controller.abort(new LeaseLostError("The job was canceled"));
    }
  }

  /** Takes no more jobs, and aborts the running ones. Any server can then take these again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#filling;
    // A job that ends may have started the next job of its group. So running jobs are aborted repeatedly until none is
    // left.
    while (this.#running.size > 0) {
      for (const { controller } of this.#running.keys()) {
        controller.abort(new DOMException("The server is stopping", "AbortError"));
      }
      // oxlint-disable-next-line no-await-in-loop -- as above
      await Promise.all(this.#running.values());
    }
  }

  async #look(): Promise<void> {
    const { jobs, now, log } = this.#options;
    try {
      await withoutCaller(() => jobs.requeueLeft(now()));
    } catch (error) {
      log.error({ err: error }, "could not requeue the jobs of stopped servers");
    }
    this.wake();
  }

  #wakeAgain(): void {
    this.#isAsked = false;
    this.wake();
  }

  async #fill(): Promise<void> {
    const { jobs, now } = this.#options;
    for (;;) {
      if (this.#isClosed || this.#working().length >= this.#limits.total) return;
      // oxlint-disable-next-line no-await-in-loop -- each round continues the one before
      const due = (await jobs.due(now())).map(({ kind }) => kind).filter((kind) => this.#freeOf(kind) > 0);
      if (due.length === 0) return;
      this.#turn += 1;
      let count = 0;
      for (const [index] of due.entries()) {
        const kind = due[(index + this.#turn) % due.length] ?? "";
        // Divides the free slots equally among the kinds that are due. If a kind needs fewer slots than its share, the
        // next iteration of the outer loop offers the rest to all kinds.
        const share = Math.ceil((this.#limits.total - this.#working().length) / (due.length - index));
        // oxlint-disable-next-line no-await-in-loop -- as above
        count += await this.#take(kind, Math.min(share, this.#freeOf(kind)));
      }
      if (count === 0) return;
    }
  }

  #freeOf(kind: string): number {
    if (!Object.hasOwn(this.#handlers, kind)) return 0;
    return this.#limits.perKind - this.#working().filter(({ taken }) => taken.job.kind === kind).length;
  }

  #working(): RunningJob[] {
    return [...this.#running.keys()].filter(({ hasSlot }) => hasSlot);
  }

  async #take(kind: string, limit: number): Promise<number> {
    if (limit <= 0 || this.#isClosed) return 0;
    const { jobs, now } = this.#options;
    const running: Record<string, number> = {};
    for (const { taken } of this.#working()) running[taken.projectId] = (running[taken.projectId] ?? 0) + 1;
    const { jobs: taken, after } = await jobs.take({
      kinds: [kind],
      now: now(),
      leaseMs: this.#leaseMs,
      limit,
      perProject: this.#limits.perProject,
      running,
      after: this.#after.get(kind) ?? 0,
      token: randomUUID(),
    });
    this.#after.set(kind, after);
    for (const each of taken) this.#begin(each);
    return taken.length;
  }

  #begin(taken: TakenJob): void {
    const { kind } = taken.job;
    const running: RunningJob = { taken, controller: new AbortController(), isStoring: false, hasSlot: true };
    // The job must be in `#running` before its work starts, so that it counts toward the limits. `Promise.resolve`
    // delays the work until then.
    const ended = Promise.resolve()
      .then(() => this.#run(running))
      .then((outcome) => this.#options.onEnded?.(kind, outcome))
      .catch((error: unknown) => {
        // If the end of the job could not be stored, the job is taken again when its lease expires. The error is not
        // logged if the project of the job was deleted.
        if (!(error instanceof MissingProjectError))
          this.#options.log.error({ err: error, kind }, "could not store the result of a job");
      })
      .finally(async () => {
        await running.leaving;
        this.#running.delete(running);
        this.wake();
      });
    this.#running.set(running, ended);
  }

  async #run(running: RunningJob): Promise<JobOutcome> {
    const { jobs, now } = this.#options;
    const { taken, controller } = running;
    const { projectId, job } = taken;
    try {
      if (job.stops > maxStops) {
        throw new JobError(job.failure ?? "The server that ran the job stopped", { isFinal: true });
      }
      const handler = this.#handlers[job.kind];
      if (handler === undefined) throw new Error(`No handler for jobs of the kind ${job.kind}`);
      const result = await handler(taken, controller.signal, () => {
        running.leaving ??= this.#leave(running);
      });
      const isDone = await this.#ending(() => jobs.finish(projectId, job, { ...result, now: now() }));
      return isDone ? "done" : "lost";
    } catch (error) {
      return this.#afterError(taken, error, controller.signal);
    }
  }

  /**
   * Lets the next job of the group start while the result of this job is stored. If the store fails to start it, it
   * starts after this job has ended.
   */
  async #leave(running: RunningJob): Promise<void> {
    const { jobs, now, log } = this.#options;
    const { projectId, job } = running.taken;
    if (job.groupId === null || running.isStoring) return;
    // The number of results being stored is limited, so that results do not pile up when the database is slow.
    if ([...this.#running.keys()].filter(({ isStoring }) => isStoring).length >= this.#limits.total) return;
    running.isStoring = true;
    const next = this.#hasFreeSlots(running.taken) ? { leaseMs: this.#leaseMs, token: randomUUID() } : null;
    let taken: TakenJob["job"] | null = null;
    try {
      taken = await jobs.leave(projectId, job, { now: now(), next });
    } catch (error) {
      if (!(error instanceof MissingProjectError)) log.warn({ err: error }, "could not free the slot of a job");
    }
    running.hasSlot = false;
    if (taken === null) this.wake();
    else this.#begin({ projectId, job: taken });
  }

  /**
   * Whether more jobs of this project and kind may run now. A job may then directly start the next job of its group. If
   * a limit is reached, the group has to wait, so that other projects and kinds get a turn.
   */
  #hasFreeSlots({ projectId, job: { kind } }: TakenJob): boolean {
    const working = this.#working();
    const ofProject = working.filter(({ taken }) => taken.projectId === projectId).length;
    const { total, perProject } = this.#limits;
    return !this.#isClosed && working.length < total && ofProject < perProject && this.#freeOf(kind) > 0;
  }

  async #afterError(taken: TakenJob, error: unknown, signal: AbortSignal): Promise<JobOutcome> {
    const { jobs, now, log } = this.#options;
    const { projectId, job } = taken;
    if (signal.aborted && signal.reason instanceof LeaseLostError) return "lost";
    if (signal.aborted) {
      const isReleased = await jobs.release(projectId, job, { now: now(), dueAt: now(), reason: null });
      return isReleased ? "released" : "lost";
    }
    if (error instanceof JobPause) {
      const { message, delayMs, cost } = error;
      const at = now();
      const released = { now: at, dueAt: at + delayMs, reason: message, cost };
      return (await this.#ending(() => jobs.release(projectId, job, released))) ? "paused" : "lost";
    }
    if (error instanceof MissingProjectError) return "lost";
    const about = { job: job.id, kind: job.kind, projectId, attempts: job.attempts };
    const failure =
      error instanceof JobError ? error : new JobError("Internal error. The log of the service has details.");
    if (failure !== error) log.error({ ...about, err: error }, "job failed with an internal error");
    const { message, isFinal, retryAfterMs, result } = failure;
    const state = await this.#ending(() =>
      jobs.fail(projectId, job, { message, isFinal, retryAfterMs, result, now: now(), random: Math.random() }),
    );
    if (state === null) return "lost";
    if (state !== "failed") return "retried";
    // A failed job of an experiment is only a warning, because the experiment also lists its failures.
    if (job.groupId === null) log.error({ ...about, failure: message }, "a job failed and will not be retried");
    else log.warn({ ...about, failure: message }, "a job failed and will not be retried");
    return "failed";
  }

  async #ending<Result>(store: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- again after a failure
        return await store();
      } catch (error) {
        if (attempt >= maxEndings || this.#isClosed || error instanceof MissingProjectError) throw error;
        // oxlint-disable-next-line no-await-in-loop -- as above
        await delay(this.#options.endingDelayMs ?? defaultEndingDelayMs, undefined, { ref: false });
      }
    }
  }

  async #renewAll(): Promise<void> {
    const { jobs, now, log } = this.#options;
    await Promise.all(
      [...this.#running.keys()].map(async ({ taken: { projectId, job }, controller }) => {
        try {
          if (await jobs.renew(projectId, job, now() + this.#leaseMs)) return;
          controller.abort(new LeaseLostError("The job was canceled"));
        } catch (error) {
          if (error instanceof MissingProjectError) controller.abort(new LeaseLostError("The project was deleted"));
          else log.warn({ err: error }, "renewing a lease failed");
        }
      }),
    );
  }
}
