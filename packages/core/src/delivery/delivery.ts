import { isTransient } from "../transport/is-transient.ts";
import { monotonicNow, startTimer, stopTimer } from "../clock.ts";
import type { StepInput } from "../types/steps.ts";
import type { UpsertThread } from "../types/threads.ts";
import { DeferredWork } from "./deferred-work.ts";
import { DeliveryError } from "./delivery-error.ts";
import { Dispatcher, type DispatcherOptions } from "./dispatcher.ts";
import { type DropCounts, Drops } from "./drops.ts";
import { createEncoder, type EncodeRecord, type WireRecord } from "./encode-record.ts";
import { Previews } from "./previews.ts";
import { unwatchProcessEnd, watchProcessEnd } from "./process-end.ts";
import { DeliveryOutcome, outcomeRef } from "./delivery-outcome.ts";
import type { EncodedRecord, ContentOptions, RecordKind } from "./record.ts";
import type { OpenSpool, Spool } from "./spool/spool-port.ts";
import { ErrorReporter } from "./error-reporter.ts";

export interface DeliveryOptions extends Pick<DispatcherOptions, "limits" | "post" | "backoff"> {
  recording: ContentOptions;
  onError: (error: unknown) => void;
  /** Opens the spool, which keeps a copy of pending records on disk. */
  openSpool?: OpenSpool | undefined;
  /**
   * The platform's function that keeps a serverless process running until a promise settles. The client passes a
   * promise that resolves when no record is pending.
   */
  waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
  /** Delivery to a second receiver, which gets a copy of each ended record. */
  copyTo?: Delivery | undefined;
  /** Name of the receiver in error messages. Default: `the service`. */
  receiver?: string | undefined;
  /** Creates the ids of the steps that report dropped records. Default: version 7 UUIDs. */
  createId?: (() => string) | undefined;
  /** Queues nothing when true. */
  disabled?: boolean | undefined;
  /** Time after which a running step is sent before its end, in milliseconds. Default: 250. */
  previewMs?: number | undefined;
  /** Timeout of an awaited `send()`, in milliseconds. Default: 30000. */
  timeoutMs?: number | undefined;
  /** Number of failed retries after which an awaited `send()` rejects. Default: 2. */
  maxRetries?: number | undefined;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_RETRIES = 2;
/**
 * Time after a call of `waitUntil` in which a new record needs no further call, in milliseconds. The promise of that
 * call also waits for the new record. If `flushIntervalMs` is longer, it applies instead.
 */
const SHARED_WAIT_MS = 250;

/** Numbers of delivered, pending and dropped records since the client was created. */
export interface DeliveryResult {
  /** Number of records that the service has stored. */
  delivered: number;
  /** Number of records in memory, in the spool or in flight. */
  pending: number;
  /** Number of dropped records. `stats().droppedBy` counts them by reason. */
  dropped: number;
}

/** State of background delivery. */
export interface DeliveryStats extends DeliveryResult {
  /**
   * Number of records that the application recorded, or that the client found in the spool. Equals the sum of
   * `delivered`, `pending` and `dropped`.
   */
  submitted: number;
  droppedBy: DropCounts;
  /** Memory of pending records, in bytes. */
  bytes: number;
  /** Size of the spool on disk, in bytes; 0 without a spool. */
  spooledBytes: number;
  requests: number;
  failedRequests: number;
  /** Whether the last request failed. Until a request succeeds, requests are sent one at a time. */
  isDown: boolean;
}

/** Limits how long `flush` and `shutdown` wait for pending records. */
export interface FlushOptions {
  /** Timeout in milliseconds. Records that are still pending then are kept. Default: 10000. */
  timeoutMs?: number | undefined;
}

export interface Recordable<Wire> {
  id: string;
  serialize: () => Wire;
}

/**
 * Sends records in the background. It never throws and never blocks; errors go to `onError`. Records that cannot be
 * sent now are kept, and retried indefinitely. Records beyond the limits are dropped, counted and reported to the
 * service.
 */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #errors: ErrorReporter;
  readonly #drops: Drops;
  readonly #encode: EncodeRecord;
  readonly #spool: Spool | undefined;
  readonly #dispatcher: Dispatcher;
  readonly #processEnd = { beforeExit: () => this.#beforeExit(), exit: () => this.#exit() };
  readonly #beforeFlush = new Set<() => unknown>();
  readonly #previews: Previews;
  readonly #deferred: DeferredWork;
  /**
   * Number of open promises that this client has passed to `waitUntil`. The platform keeps the process running until
   * all of them settle.
   */
  #extensions = 0;
  #extendedAt = 0;
  #isShut = false;
  #hasGivenUp = false;

  constructor(options: DeliveryOptions) {
    const { limits, post, recording, onError, openSpool, backoff } = options;
    this.#options = options;
    this.#previews = new Previews(options.previewMs);
    this.#deferred = new DeferredWork({
      beforeFlush: (work) => this.beforeFlush(work),
      report: (error) => this.report(error),
      maxWaitMs: limits.flushIntervalMs,
    });
    this.#errors = new ErrorReporter(onError);
    this.#drops = new Drops(this.#errors, options.createId);
    this.#encode = createEncoder(recording, (error) => this.report(error));
    this.#spool = openSpool?.({ reporter: this.#errors, drops: this.#drops, onAdopted: () => this.#resume() });
    this.#dispatcher = new Dispatcher({
      limits,
      post,
      drops: this.#drops,
      reporter: this.#errors,
      spool: this.#spool,
      onIdle: () => this.#beforeFlush.size === 0 && unwatchProcessEnd(this.#processEnd),
      backoff,
    });
    // `isBehind` is true if the spool may contain unsent records of earlier processes. These records must be sent
    // before this process ends.
    if (this.#spool?.isBehind) watchProcessEnd(this.#processEnd);
  }

  /**
   * Queues a copy of the step. Call the returned function to send the record without delay. Its promise resolves when
   * the record is stored.
   */
  sendStep(step: Recordable<StepInput>): () => Promise<void> {
    return this.#send(this.#encodeStep(step));
  }

  /** Queues a copy of the thread, like {@link Delivery.sendStep}. */
  sendThread(thread: Recordable<UpsertThread>): () => Promise<void> {
    return this.#send(this.#encodeThread(thread));
  }

  /** Queues a copy of the step, which is sent in the background. */
  addStep(step: Recordable<StepInput>): void {
    this.#add(this.#encodeStep(step));
  }

  /** Queues a copy of the thread, which is sent in the background. */
  addThread(thread: Recordable<UpsertThread>): void {
    this.#add(this.#encodeThread(thread));
  }

  /**
   * Whether {@link Delivery.defer} may be used. False after a shutdown. Also false with a spool or with `waitUntil`:
   * the record must be written to disk, or `waitUntil` must be called, before the application continues.
   */
  get mayDefer(): boolean {
    return this.#spool === undefined && this.#options.waitUntil === undefined && !this.#isShut;
  }

  /**
   * Runs `work` together with the work of other calls, at most 100 ms later. `flush`, `stats` and the end of the
   * process run it earlier. `size` is the number of characters of text that `work` keeps in memory.
   */
  defer(work: () => void, size: number): void {
    this.#deferred.add(work, size);
    // After a shutdown, `work` runs immediately. Waiting for other calls would save nothing, because the records are
    // dropped.
    if (this.#isShut) this.#deferred.run();
  }

  /** Runs the work of {@link Delivery.defer} now. */
  runDeferred(): void {
    this.#deferred.run();
  }

  /** Queues a copy of a step that has not ended, without waiting for `previewMs`. */
  sendPreview(step: Recordable<StepInput>): void {
    this.#addPreview(this.#encodeStep(step));
  }

  /** Calls `work` once if the step runs longer than `previewMs`. Returns a function to call when the step ends. */
  whileRunning(work: () => void): () => void {
    if (this.#options.disabled || this.#isShut) return () => undefined;
    return this.#previews.add(work);
  }

  /**
   * Sends the running step if it runs longer than `previewMs`, so that it is visible before it ends. When the step
   * ends, call the returned function before sending the final record.
   */
  previewStep(step: Recordable<StepInput>): () => void {
    return this.whileRunning(() => this.sendPreview(step));
  }

  /** Sends the running thread once, like {@link Delivery.previewStep}. */
  previewThread(thread: Recordable<UpsertThread>): () => void {
    return this.whileRunning(() => this.#addPreview(this.#encodeThread(thread)));
  }

  /** Sends running steps and threads now, without an end time. */
  sendPreviews(): void {
    this.#previews.sendAll();
  }

  #encodeStep(step: Recordable<StepInput>): EncodedRecord | undefined {
    return this.#encodeRecord("step", step, () => step.serialize());
  }

  #encodeThread(thread: Recordable<UpsertThread>): EncodedRecord | undefined {
    return this.#encodeRecord("thread", thread, () => {
      const { threadId, ...fields } = thread.serialize();
      return { id: threadId, ...fields };
    });
  }

  #add(record: EncodedRecord | undefined, outcome?: DeliveryOutcome): void {
    if (record === undefined) return;
    if (this.#isShut) {
      this.#drops.drop({ id: record.id, outcome }, { reason: "shutdown", why: "it was recorded after shutdown()" });
    } else {
      if (this.#dispatcher.pending === 0 || this.#hasGivenUp) this.#begin();
      this.#extend();
      this.#dispatcher.add(record, outcome && outcomeRef(outcome));
      const { copyTo } = this.#options;
      if (copyTo && !record.isPreview) copyTo.#add(record);
    }
  }

  /** Passes an error to `onError`, and ignores errors that `onError` throws. */
  report(error: unknown): void {
    this.#errors.report(error);
  }

  /**
   * Adds work, such as recording open steps. `flush`, `shutdown` and the normal end of the process await this work
   * before they send records. Returns a function that removes the work.
   */
  beforeFlush(work: () => unknown): () => void {
    this.#beforeFlush.add(work);
    this.#hasGivenUp = false;
    watchProcessEnd(this.#processEnd);
    return () => this.#beforeFlush.delete(work);
  }

  /** Sends pending records immediately. Resolves when nothing is pending, or at the timeout. Never rejects. */
  async flush({ timeoutMs = 10_000 }: FlushOptions = {}): Promise<DeliveryResult> {
    const endsAt = monotonicNow() + timeoutMs;
    // Deferred work runs first, because it may start further work that `flush` must wait for, such as uploads.
    this.#deferred.run();
    if (this.#beforeFlush.size > 0 && !this.#isShut) await this.#prepare(timeoutMs);
    this.#dispatcher.pump();
    const restMs = Math.max(0, endsAt - monotonicNow());
    await Promise.all([this.#dispatcher.idle(restMs), this.#options.copyTo?.flush({ timeoutMs: restMs })]);
    return this.#result();
  }

  /**
   * Flushes one last time. Afterwards, new records are dropped, pending records stay in the spool (if any), and open
   * requests are aborted.
   */
  async shutdown({ timeoutMs = 10_000 }: FlushOptions = {}): Promise<DeliveryResult> {
    const endsAt = monotonicNow() + timeoutMs;
    this.#deferred.run();
    if (this.#beforeFlush.size > 0) await this.#prepare(timeoutMs);
    this.#isShut = true;
    const result = await this.flush({ timeoutMs: Math.max(0, endsAt - monotonicNow()) });
    this.#previews.stop();
    this.#dispatcher.stop();
    this.#dispatcher.abort();
    this.#spool?.close();
    unwatchProcessEnd(this.#processEnd);
    await this.#options.copyTo?.shutdown({ timeoutMs: 0 });
    return result;
  }

  /** Returns the numbers of records and requests, the size of pending records, and whether the last request failed. */
  stats(): DeliveryStats {
    this.#deferred.run();
    const result = this.#result();
    const { bytes, requests, failedRequests, isDown } = this.#dispatcher;
    return {
      ...result,
      submitted: result.delivered + result.pending + result.dropped,
      droppedBy: { ...this.#drops.counts },
      bytes,
      spooledBytes: this.#spool?.bytes ?? 0,
      requests,
      failedRequests,
      isDown,
    };
  }

  #result(): DeliveryResult {
    const { delivered, pending } = this.#dispatcher;
    return { delivered, pending, dropped: this.#drops.total };
  }

  #addPreview(record: EncodedRecord | undefined): void {
    if (record !== undefined) this.#add({ ...record, isPreview: true });
  }

  #encodeRecord(kind: RecordKind, { id }: { id: string }, toWire: () => WireRecord): EncodedRecord | undefined {
    if (this.#options.disabled) return undefined;
    try {
      return { kind, id, json: this.#encode(kind, toWire()) };
    } catch (cause) {
      this.#drops.drop({ id }, { reason: "unreadable", why: "it could not be read", cause });
      return undefined;
    }
  }

  #begin(): void {
    this.#hasGivenUp = false;
    watchProcessEnd(this.#processEnd);
  }

  /**
   * Calls `waitUntil` for a new record. Does nothing if the promise of a recent call is still open, because that
   * promise waits for this record, too.
   */
  #extend(): void {
    const { waitUntil, limits } = this.#options;
    if (waitUntil === undefined) return;
    const now = monotonicNow();
    if (this.#extensions > 0 && now - this.#extendedAt <= Math.max(limits.flushIntervalMs, SHARED_WAIT_MS)) return;
    this.#extendedAt = now;
    this.#extensions += 1;
    try {
      // `idle` is called in a microtask, because the caller queues the record only after `#extend` returns.
      const sent = Promise.resolve().then(() => this.#dispatcher.idle(limits.exitTimeoutMs));
      waitUntil(sent.finally(() => (this.#extensions -= 1)));
    } catch (error) {
      this.#extensions -= 1;
      this.report(error);
    }
  }

  #send(record: EncodedRecord | undefined): () => Promise<void> {
    if (record === undefined) return () => Promise.resolve();
    const outcome = new DeliveryOutcome();
    const { id } = record;
    this.#add(record, outcome);
    return () => this.#settled(id, outcome);
  }

  async #settled(id: string, outcome: DeliveryOutcome): Promise<void> {
    const { timeoutMs = DEFAULT_TIMEOUT_MS, maxRetries = DEFAULT_MAX_RETRIES } = this.#options;
    this.#deferred.run();
    let retries = 0;
    const isFinal = (error: unknown): boolean => !isTransient(error) || retries++ >= maxRetries;
    const relax = this.#dispatcher.hurry();
    let timer: ReturnType<typeof startTimer> | undefined;
    const late = new Promise<never>((_, reject) => {
      const explain = (): void =>
        reject(new DeliveryError(`${id} was not acknowledged within ${timeoutMs} ms and is still pending`));
      timer = startTimer(explain, timeoutMs);
    });
    try {
      await Promise.race([outcome.wait(isFinal), late]);
    } finally {
      stopTimer(timer);
      outcome.release();
      relax();
    }
  }

  #resume(): void {
    if (!this.#spool?.isBehind) return this.#dispatcher.pump();
    this.#hasGivenUp = false;
    watchProcessEnd(this.#processEnd);
    this.#dispatcher.resume();
  }

  async #prepare(timeoutMs: number): Promise<void> {
    const works = [...this.#beforeFlush].map(async (work) => work());
    let timer: ReturnType<typeof startTimer> | undefined;
    const isOver = new Promise<void>((resolve) => {
      timer = startTimer(resolve, timeoutMs);
    });
    await Promise.race([isOver, Promise.all(works.map((work) => work.catch((error: unknown) => this.report(error))))]);
    stopTimer(timer);
  }

  #beforeExit(): void {
    if (this.#hasGivenUp || this.#dispatcher.pending + this.#beforeFlush.size === 0) {
      unwatchProcessEnd(this.#processEnd);
      return;
    }
    this.#hasGivenUp = true;
    void this.#flushAtEnd();
  }

  /**
   * Writes pending records to the spool. Called in the `exit` event of the process, in which requests can no longer be
   * sent.
   */
  #exit(): void {
    if (this.#spool === undefined) return;
    for (const work of this.#beforeFlush) {
      try {
        work();
      } catch (error) {
        this.report(error);
      }
    }
    // Running steps are recorded without an end time.
    this.#previews.sendAll();
    this.#spool.write();
  }

  async #flushAtEnd(): Promise<void> {
    const { pending } = await this.flush({ timeoutMs: this.#options.limits.exitTimeoutMs });
    if (pending === 0) return;
    // Aborts open requests, because they would keep the process alive until the service responds.
    this.#dispatcher.abort();
    const what = this.#spool ? "pending records stay in the spool" : "pending records that were not stored are lost";
    const { receiver = "the service" } = this.#options;
    this.report(
      new DeliveryError(`The process ended before ${receiver} acknowledged all records (${pending} pending): ${what}`),
    );
  }
}
