import { monotonicNow, startTimer, stopTimer } from "../clock.ts";
import { HttpError } from "../errors.ts";
import { type BatchOutcome, readAnswer, readFailure } from "./batch-outcome.ts";
import { batchRequest } from "./batch-request.ts";
import { DeliveryError } from "./delivery-error.ts";
import type { Limits } from "./delivery-options.ts";
import type { DropReason, Drops } from "./drops.ts";
import type { OutcomeRef } from "./delivery-outcome.ts";
import { Backoff, type BackoffOptions } from "./backoff.ts";
import type { EncodedRecord } from "./record.ts";
import { type Entry, toEntry } from "./entry.ts";
import { RecordQueue } from "./record-queue.ts";
import type { Spool } from "./spool/spool-port.ts";
import { TextArena } from "./text-arena.ts";
import type { ErrorReporter } from "./error-reporter.ts";

export interface DispatcherOptions {
  limits: Limits;
  /** Posts one GraphQL request without retries, and resolves to the JSON of the response. */
  post: (body: Uint8Array<ArrayBuffer>, options: { timeoutMs: number; signal: AbortSignal }) => Promise<object>;
  drops: Drops;
  reporter: ErrorReporter;
  spool: Spool | undefined;
  onIdle: () => void;
  backoff?: Partial<BackoffOptions> | undefined;
}

/**
 * Number of failed requests after which a record is dropped, because the record may cause the failures. If no request
 * has succeeded since the record's first failure, the record is kept, because the service may cause the failures.
 */
const MAX_FAILURES = 12;
const DISK_RETRY_MS = 1_000;
/**
 * Minimum pause after an accepted request, as a number of flush intervals. The pause is at most `MAX_PAUSE_MS`. There
 * is no pause if a batch is full or a caller waits.
 */
const PAUSE_INTERVALS = 4;
const MAX_PAUSE_MS = 1_000;
const FAILURES_TO_SHRINK = 3;
/**
 * Number of refusals after which a record that is sent alone is dropped. A refusal counts only if the service has
 * accepted another request since it last refused the record. Otherwise, the service may be refusing every request.
 */
const CONFIRMATIONS = 4;

/**
 * Sends queued records in batches, with a limited number of requests at a time. Retries until the records are stored,
 * refused or dropped.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #backoff: Backoff;
  readonly #queue = new RecordQueue();
  readonly #arena = new TextArena();
  readonly #whenIdle = new Set<() => void>();
  #timer: ReturnType<typeof startTimer> | undefined;
  #timerAt = Infinity;
  #isStopped = false;
  #abort = new AbortController();
  #requestsInFlight = 0;
  #inFlightRecords = 0;
  #inFlightBytes = 0;
  #lastSuccessAt = -Infinity;
  #accepted = 0;
  #awaiting = 0;
  delivered = 0;
  requests = 0;
  failedRequests = 0;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#backoff = new Backoff({ now: monotonicNow, random: Math.random, ...options.backoff });
  }

  get bytes(): number {
    return this.#queue.bytes + this.#inFlightBytes + this.#arena.sharedBytes;
  }

  get pending(): number {
    return this.#queue.count + this.#inFlightRecords + (this.#options.spool?.coldCount ?? 0);
  }

  get isDown(): boolean {
    return this.#backoff.isDown;
  }

  add(record: EncodedRecord, outcome?: OutcomeRef): void {
    const { spool, limits } = this.#options;
    const entry = toEntry(record, { arena: this.#arena, outcome, position: spool?.append(record) });
    // `entry.size` omits JSON that the record shares with other records; `bytes` already includes it.
    const isFull = this.bytes + entry.size > limits.maxQueueBytes;
    if (entry.position && spool && (isFull || spool.isBehind)) {
      // The record is on disk. It is not kept in memory if memory is full, or if older records on disk must be sent
      // first. It is read back later.
      spool.keepOnDisk(entry.position);
      entry.outcome?.deref()?.settle();
      this.#arena.release(entry);
    } else {
      this.#queue.add(entry);
      if (this.#backoff.isDown) this.#queue.pack(this.#arena);
      if (isFull) this.#makeRoom();
    }
    this.#schedule();
  }

  pump(): void {
    if (this.#isStopped) return;
    const { limits, spool, drops } = this.#options;
    while (this.#requestsInFlight < (this.#backoff.isDown ? 1 : limits.maxRequests)) {
      if (this.#delayMs > 0) return this.#wake(0);
      if (this.#queue.count === 0 && spool && spool.coldCount > 0) this.#load(spool);
      const batch = this.#queue.take({ maxCount: limits.maxBatchCount, maxBytes: limits.maxBatchBytes });
      if (batch.length > 0) void this.#send(batch, () => this.#attempt(batch));
      else if (this.#requestsInFlight === 0 && drops.report !== undefined)
        void this.#send([], () => this.#reportDrops());
      else break;
    }
    // Records that are still only on disk are in a file that could not be read. The file is read again later.
    if (this.#requestsInFlight === 0 && spool && spool.coldCount > 0) this.#wake(DISK_RETRY_MS);
    this.#checkIdle();
  }

  /** Sends records without delay until the returned function is called. */
  hurry(): () => void {
    this.#awaiting += 1;
    this.#wake(0);
    return () => {
      this.#awaiting -= 1;
    };
  }

  /** Resolves when nothing is pending or in flight, or at the timeout. Keeps the process alive until then. */
  async idle(timeoutMs: number): Promise<void> {
    if (this.#isIdle) return;
    await new Promise<void>((resolve) => {
      const finish = (): void => {
        stopTimer(timer);
        this.#whenIdle.delete(finish);
        resolve();
      };
      const timer = startTimer(finish, timeoutMs);
      this.#whenIdle.add(finish);
      this.#wake(0);
    });
  }

  resume(): void {
    this.#wake(0);
  }

  /** Aborts open requests. Their records stay pending, because it is unknown whether they were stored. */
  abort(): void {
    const ended = this.#abort;
    this.#abort = new AbortController();
    ended.abort(new DeliveryError("The request was aborted, because the process is ending or the client was closed"));
  }

  stop(): void {
    this.#isStopped = true;
    stopTimer(this.#timer);
  }

  get #isIdle(): boolean {
    const isWaiting = this.pending > 0 || this.#options.spool?.isBehind === true;
    return !isWaiting && this.#requestsInFlight === 0 && this.#options.drops.report === undefined;
  }

  #checkIdle(): void {
    if (!this.#isIdle) return;
    for (const finish of this.#whenIdle) finish();
    this.#options.onIdle();
  }

  /**
   * Schedules the next request: immediately if a batch is full or a caller waits, otherwise after the flush interval.
   */
  #schedule(): void {
    const { maxBatchCount, maxBatchBytes, flushIntervalMs } = this.#options.limits;
    const isFull = this.#queue.count >= maxBatchCount || this.#queue.bytes >= maxBatchBytes;
    if (isFull || this.#isAwaited) this.#wake(0);
    // A timer is set only if none is set yet. Setting a timer for every record would be slow, because setting a timer
    // reads the clock.
    else if (this.#timerAt === Infinity) this.#wake(Math.max(flushIntervalMs, this.#pauseMs));
  }

  /**
   * Remaining pause after the last accepted request, in milliseconds. Zero or less if the pause is over. Pauses make
   * requests fewer and larger.
   */
  get #pauseMs(): number {
    const pauseMs = Math.min(PAUSE_INTERVALS * this.#options.limits.flushIntervalMs, MAX_PAUSE_MS);
    return this.#lastSuccessAt + pauseMs - monotonicNow();
  }

  get #delayMs(): number {
    return this.#backoff.delayMs({ isAwaited: this.#isAwaited });
  }

  get #isAwaited(): boolean {
    return this.#whenIdle.size + this.#awaiting > 0;
  }

  /** Sets the timer, unless it already fires earlier. The timer does not keep the process alive. */
  #wake(delayMs: number): void {
    const delay = Math.max(delayMs, this.#delayMs);
    const at = monotonicNow() + delay;
    if (this.#timerAt <= at || this.#isStopped) return;
    stopTimer(this.#timer);
    this.#timerAt = at;
    this.#timer = startTimer(() => {
      this.#timerAt = Infinity;
      this.pump();
    }, delay);
    // Timers are numbers in browsers and edge runtimes.
    if (typeof this.#timer === "object") this.#timer.unref();
  }

  #load(spool: Spool): void {
    const loaded = spool.load();
    for (const { record, position } of loaded) this.#queue.add(toEntry(record, { arena: this.#arena, position }));
  }

  #makeRoom(): void {
    const { maxQueueBytes } = this.#options.limits;
    while (this.bytes > maxQueueBytes) {
      const entry = this.#queue.dropOldest();
      if (entry === undefined) return;
      this.#drop(entry, "queue_full", `more than ${maxQueueBytes} bytes are pending`);
      this.#arena.release(entry);
      if (entry.position) this.#options.spool?.settle([entry.position]);
    }
  }

  async #send(batch: readonly Entry[], work: () => Promise<void>): Promise<void> {
    this.#requestsInFlight += 1;
    this.#inFlightRecords += batch.length;
    for (const { size } of batch) this.#inFlightBytes += size;
    try {
      await work();
    } catch (error) {
      // Without this handler, an unexpected error would be an unhandled rejection and end the process.
      this.#options.reporter.report(error);
    }
    this.#requestsInFlight -= 1;
    if (!this.#isIdle) this.#schedule();
    this.#checkIdle();
  }

  /** Sends one request. Never rejects. */
  async #request(batch: readonly Entry[], steps: readonly string[] = []): Promise<BatchOutcome> {
    const { post, limits } = this.#options;
    const { signal } = this.#abort;
    this.requests += 1;
    let outcome: BatchOutcome;
    try {
      const body = batchRequest(batch, steps);
      outcome = readAnswer(batch, await post(body, { timeoutMs: limits.requestTimeoutMs, signal }));
    } catch (error) {
      outcome = readFailure(error);
    }
    if (outcome.kind === "failed" && signal.aborted) this.#backoff.failed();
    else if (outcome.kind === "failed") this.#failed(outcome.error);
    else if (outcome.kind === "refused") this.#refused(batch.length, outcome.error);
    else this.#succeeded();
    return outcome;
  }

  #succeeded(): void {
    this.#lastSuccessAt = monotonicNow();
    this.#accepted += 1;
    this.#backoff.succeeded();
  }

  #refused(count: number, error: unknown): void {
    this.failedRequests += 1;
    this.#backoff.refused(error instanceof HttpError ? error.retryAfterMs : 0);
    const what = count === 1 ? "1 record, which is" : `${count} records, which are`;
    const message = `The service refused ${what} kept and sent again: ${errorMessage(error)}`;
    this.#options.reporter.reportThrottled("refusal", message, error);
  }

  #failed(error: unknown): void {
    this.failedRequests += 1;
    this.#backoff.failed(error instanceof HttpError ? error.retryAfterMs : 0);
    const reason = errorMessage(error);
    const one = this.pending === 1;
    const records = one ? "1 record" : `${this.pending} records`;
    if (error instanceof HttpError && (error.status === 401 || error.status === 403)) {
      const kept = `${records} ${one ? "is" : "are"} kept until the service accepts the key`;
      const advice = `${reason.replace(/\.$/, "")}. Check THREADLINE_API_KEY or \`apiKey\`.`;
      return this.#options.reporter.reportThrottled("key", `${kept}: ${advice}`, error);
    }
    const waiting = `${records} ${one ? "is" : "are"} pending and will be retried`;
    this.#options.reporter.reportThrottled("outage", `${waiting}: ${reason}`, error);
  }

  async #attempt(batch: readonly Entry[]): Promise<void> {
    if (this.#isUnconfirmed(batch)) {
      // The service may be refusing every request, so an empty request is sent first. If the service does not accept
      // it, the record is put back into the queue.
      const control = await this.#request([]);
      if (control.kind !== "stored") return this.#returned(batch);
    }
    const outcome = await this.#request(batch);
    if (outcome.kind === "stored") this.#stored(batch, outcome);
    else if (outcome.kind === "failed") this.#returned(batch, outcome);
    else this.#returnedRefused(batch, outcome);
  }

  /**
   * Whether the service may be refusing every request instead of only this record. This is possible if no other record
   * is pending, and the service has accepted no request since it last refused this record.
   */
  #isUnconfirmed(batch: readonly Entry[]): boolean {
    return batch.length === 1 && this.pending === 1 && batch[0]?.refusedAfter === this.#accepted;
  }

  #stored(
    batch: readonly Entry[],
    { refused, again }: { refused: ReadonlyMap<Entry, string>; again: ReadonlySet<Entry> },
  ): void {
    const arrived = again.size === 0 ? batch : batch.filter((entry) => !again.has(entry));
    for (const entry of arrived) {
      const reason = refused.get(entry);
      if (reason !== undefined) {
        this.#drop(entry, "refused", reason);
        continue;
      }
      if (!entry.isPreview) this.delivered += 1;
      entry.outcome?.deref()?.settle();
    }
    if (again.size === 0) return this.#arrived(arrived);
    this.#backoff.failed();
    this.#returned([...again]);
    const open = new Set(Array.from(again, ({ id }) => id));
    this.#arrived(arrived, (entry) => !open.has(entry.id));
  }

  /**
   * Queues records of a failed request again. They are sent with the same ids, because the service may have stored
   * them.
   */
  #returned(batch: readonly Entry[], outcome?: { isSuspicious: boolean; error: unknown }): void {
    this.#leave(batch);
    if (outcome !== undefined) for (const entry of batch) entry.outcome?.deref()?.failed(outcome.error);
    for (const entry of outcome?.isSuspicious ? batch : []) {
      entry.failures += 1;
      entry.failedAt ??= monotonicNow();
      if (entry.failures >= FAILURES_TO_SHRINK) entry.maxBatchCount = Math.max(1, batch.length >> 1);
    }
    const [only] = batch;
    const isBreaking = batch.length === 1 && only && only.failures >= MAX_FAILURES;
    if (!isBreaking || this.#lastSuccessAt < (only.failedAt ?? 0)) return this.#queue.putBack(batch);
    this.#drop(only, "refused", `all requests that contain it fail: ${errorMessage(outcome?.error)}`, outcome?.error);
    this.#settled(batch);
  }

  /**
   * Sends refused records again in batches of half the size, to find the record that the service refuses. A record that
   * is alone in its request is dropped after `CONFIRMATIONS` refusals.
   */
  #returnedRefused(batch: readonly Entry[], { isTooLarge, error }: { isTooLarge: boolean; error: unknown }): void {
    this.#leave(batch);
    const [only] = batch;
    for (const entry of batch) entry.maxBatchCount = Math.ceil(batch.length / 2);
    if (batch.length > 1 || only === undefined) return this.#queue.putBack(batch);
    only.outcome
      ?.deref()
      ?.failed(new DeliveryError(`${only.id} was refused: ${errorMessage(error)}`, { cause: error }));
    if (only.refusedAfter !== undefined && only.refusedAfter < this.#accepted) only.refusals += 1;
    only.refusedAfter = this.#accepted;
    if (only.refusals < CONFIRMATIONS) return this.#queue.putBack(batch);
    this.#drop(only, isTooLarge ? "too_large" : "refused", errorMessage(error), error);
    this.#settled(batch);
  }

  #arrived(batch: readonly Entry[], isLast: (entry: Entry) => boolean = () => true): void {
    this.#leave(batch);
    this.#settled(batch, isLast);
  }

  #leave(batch: readonly Entry[]): void {
    this.#inFlightRecords -= batch.length;
    for (const { size } of batch) this.#inFlightBytes -= size;
  }

  #settled(batch: readonly Entry[], isLast: (entry: Entry) => boolean = () => true): void {
    this.#queue.release(batch.filter(isLast));
    for (const entry of batch) this.#arena.release(entry);
    this.#options.spool?.settle(batch.flatMap(({ position }) => position ?? []));
  }

  #drop(entry: Entry, reason: DropReason, why: string, cause?: unknown): void {
    // The record of a running step is not counted, because its final record follows.
    if (entry.isPreview) return;
    this.#options.drops.drop({ id: entry.id, outcome: entry.outcome?.deref() }, { reason, why, cause });
  }

  async #reportDrops(): Promise<void> {
    const { drops } = this.#options;
    const { report } = drops;
    if (report === undefined) return;
    const outcome = await this.#request([], [report.json]);
    if (outcome.kind === "stored") drops.acknowledged();
    else if (outcome.kind === "refused") drops.refuseReport(this.#accepted);
  }
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
