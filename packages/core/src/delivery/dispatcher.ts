import { monotonicNow, startTimer, stopTimer } from "../clock.ts";
import { HttpError } from "../errors.ts";
import { type BatchOutcome, readAnswer, readFailure } from "./batch-outcome.ts";
import { batchRequest } from "./batch-request.ts";
import { DeliveryError } from "./delivery-error.ts";
import type { Limits } from "./delivery-options.ts";
import type { DropReason, Drops } from "./drops.ts";
import type { FateRef } from "./fate.ts";
import { Pace, type PaceOptions } from "./pace.ts";
import type { EncodedRecord } from "./record.ts";
import { type Entry, toEntry } from "./entry.ts";
import { RecordQueue } from "./record-queue.ts";
import type { Spool } from "./spool/spool-port.ts";
import { TextArena } from "./text-arena.ts";
import type { Trouble } from "./trouble.ts";

/** What a {@link Dispatcher} works with. */
export interface DispatcherOptions {
  limits: Limits;
  /** Posts one GraphQL request once, and resolves to the JSON of its answer. */
  post: (body: Uint8Array<ArrayBuffer>, options: { timeoutMs: number; signal: AbortSignal }) => Promise<object>;
  drops: Drops;
  trouble: Trouble;
  spool: Spool | undefined;
  /** Called when nothing is pending any more. */
  onIdle: () => void;
  pace?: Partial<PaceOptions> | undefined;
}

/** A record that breaks every request it is in, while others are stored, is given up after so many attempts. */
const MAX_FAILURES = 12;
/** What could not be read from disk is tried again after so many milliseconds. */
const DISK_RETRY_MS = 1_000;
/** After so many failures of one request, smaller ones are tried. */
const FAILURES_TO_SHRINK = 3;
/** A record that is refused alone is given up once the service accepted others before so many further refusals. */
const CONFIRMATIONS = 4;

/** Sends what is queued: in batches, a few at a time, again and again until it is stored, refused or dropped. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #pace: Pace;
  readonly #queue = new RecordQueue();
  readonly #arena = new TextArena();
  readonly #whenIdle = new Set<() => void>();
  #timer: ReturnType<typeof startTimer> | undefined;
  #timerAt = Infinity;
  #isStopped = false;
  #abort = new AbortController();
  #inFlight = 0;
  #travelling = 0;
  #travellingBytes = 0;
  #lastSuccessAt = -Infinity;
  /** How many requests with records were accepted. */
  #accepted = 0;
  /** Callers that wait for a record. */
  #awaiting = 0;
  delivered = 0;
  requests = 0;
  failedRequests = 0;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#pace = new Pace({ now: monotonicNow, random: Math.random, ...options.pace });
  }

  /** Bytes in memory that wait or travel. */
  get bytes(): number {
    return this.#queue.bytes + this.#travellingBytes + this.#arena.sharedBytes;
  }

  get pending(): number {
    return this.#queue.count + this.#travelling + (this.#options.spool?.coldCount ?? 0);
  }

  get isDown(): boolean {
    return this.#pace.isDown;
  }

  add(record: EncodedRecord, fate?: FateRef): void {
    const { spool, limits } = this.#options;
    const entry = toEntry(record, { arena: this.#arena, fate, place: spool?.append(record) });
    const isFull = this.bytes + entry.size > limits.maxQueueBytes; // what it shares is counted already
    if (entry.place && spool && (isFull || spool.isBehind)) {
      // It is read when its turn comes, after all that lies there already.
      spool.keepOnDisk(entry.place);
      entry.fate?.deref()?.settle();
      this.#arena.release(entry);
    } else {
      this.#queue.add(entry);
      if (this.#pace.isDown) this.#queue.pack(this.#arena);
      if (isFull) this.#makeRoom();
    }
    this.#schedule();
  }

  /** Sends what waits without waiting for more, as far as the service and the bounds allow. */
  pump(): void {
    if (this.#isStopped) return;
    const { limits, spool, drops } = this.#options;
    while (this.#inFlight < (this.#pace.isDown ? 1 : limits.maxRequests)) {
      if (this.#delayMs > 0) return this.#wake(0);
      if (this.#queue.count === 0 && spool && spool.coldCount > 0) this.#load(spool);
      const batch = this.#queue.take({ maxCount: limits.maxBatchCount, maxBytes: limits.maxBatchBytes });
      if (batch.length > 0) void this.#send(batch, () => this.#attempt(batch));
      else if (this.#inFlight === 0 && drops.report !== undefined) void this.#send([], () => this.#tellDrops());
      else break;
    }
    // What the disk does not give now is tried again.
    if (this.#inFlight === 0 && spool && spool.coldCount > 0) this.#wake(DISK_RETRY_MS);
    this.#checkIdle();
  }

  /** Sends at once, as far as the service allows, until the returned function is called. */
  hurry(): () => void {
    this.#awaiting += 1;
    this.#wake(0);
    return () => {
      this.#awaiting -= 1;
    };
  }

  /** Resolves when nothing is pending or on its way, or the time is over. Until then it keeps the process alive. */
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

  /** Sends what an earlier process left behind. */
  resume(): void {
    this.#wake(0);
  }

  /** Ends the requests that are under way; what they carried waits, and whether it was stored is not known. */
  abort(): void {
    const ended = this.#abort;
    this.#abort = new AbortController();
    ended.abort(new DeliveryError("The request was ended, since the process or the client ends"));
  }

  /** Starts no more requests. */
  stop(): void {
    this.#isStopped = true;
    stopTimer(this.#timer);
  }

  get #isIdle(): boolean {
    const isWaiting = this.pending > 0 || this.#options.spool?.isBehind === true;
    return !isWaiting && this.#inFlight === 0 && this.#options.drops.report === undefined;
  }

  #checkIdle(): void {
    if (!this.#isIdle) return;
    for (const finish of this.#whenIdle) finish();
    this.#options.onIdle();
  }

  /** The next sending: soon when a request is full or somebody waits, else when it is worth it. */
  #schedule(): void {
    const { maxBatchCount, maxBatchBytes, flushIntervalMs } = this.#options.limits;
    const isFull = this.#queue.count >= maxBatchCount || this.#queue.bytes >= maxBatchBytes;
    if (isFull || this.#isAwaited) this.#wake(0);
    // Asking for the time takes longer than all else here.
    else if (this.#timerAt === Infinity) this.#wake(flushIntervalMs);
  }

  get #delayMs(): number {
    return this.#pace.delayMs({ isAwaited: this.#isAwaited });
  }

  get #isAwaited(): boolean {
    return this.#whenIdle.size + this.#awaiting > 0;
  }

  /** Sets the timer, unless it rings before. It keeps no process alive. */
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
    // A number in browsers and at the edge.
    if (typeof this.#timer === "object") this.#timer.unref();
  }

  #load(spool: Spool): void {
    const loaded = spool.load();
    for (const { record, place } of loaded) this.#queue.add(toEntry(record, { arena: this.#arena, place }));
  }

  #makeRoom(): void {
    const { maxQueueBytes } = this.#options.limits;
    while (this.bytes > maxQueueBytes) {
      const entry = this.#queue.dropOldest();
      if (entry === undefined) return;
      this.#drop(entry, "queue_full", `more than ${maxQueueBytes} bytes wait to be sent`);
      this.#arena.release(entry);
      if (entry.place) this.#options.spool?.settle([entry.place]);
    }
  }

  async #send(batch: readonly Entry[], work: () => Promise<void>): Promise<void> {
    this.#inFlight += 1;
    this.#travelling += batch.length;
    for (const { size } of batch) this.#travellingBytes += size;
    try {
      await work();
    } catch (error) {
      // Nothing is known to throw; a rejection that nobody handles would end the host.
      this.#options.trouble.report(error);
    }
    this.#inFlight -= 1;
    if (!this.#isIdle) this.#schedule();
    this.#checkIdle();
  }

  /** One request, which never rejects. */
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
    if (outcome.kind === "failed" && signal.aborted) this.#pace.failed();
    else if (outcome.kind === "failed") this.#failed(outcome.error);
    else if (outcome.kind === "refused") this.#refused(batch.length, outcome.error);
    else this.#succeeded();
    return outcome;
  }

  #succeeded(): void {
    this.#lastSuccessAt = monotonicNow();
    this.#accepted += 1;
    this.#pace.succeeded();
  }

  #refused(count: number, error: unknown): void {
    this.failedRequests += 1;
    this.#pace.refused(error instanceof HttpError ? error.retryAfterMs : 0);
    const what = count === 1 ? "1 record, which is kept" : `${count} records, which are kept`;
    const message = `The service refuses ${what} until it accepts others beside it: ${errorMessage(error)}`;
    this.#options.trouble.tell("refusal", message, error);
  }

  #failed(error: unknown): void {
    this.failedRequests += 1;
    this.#pace.failed(error instanceof HttpError ? error.retryAfterMs : 0);
    const reason = errorMessage(error);
    const one = this.pending === 1;
    const records = one ? "1 record" : `${this.pending} records`;
    if (error instanceof HttpError && (error.status === 401 || error.status === 403)) {
      const kept = `${records} ${one ? "is" : "are"} kept, and sent once the service accepts the key`;
      const advice = `${reason.replace(/\.$/, "")}. Check THREADLINE_API_KEY or \`apiKey\`.`;
      return this.#options.trouble.tell("key", `${kept}: ${advice}`, error);
    }
    const waiting = `${records} ${one ? "waits" : "wait"} and will be sent again`;
    this.#options.trouble.tell("outage", `${waiting}: ${reason}`, error);
  }

  async #attempt(batch: readonly Entry[]): Promise<void> {
    if (this.#isUnconfirmed(batch)) {
      // Nothing else waits that could show whether the service accepts anything.
      const control = await this.#request([]);
      if (control.kind !== "stored") return this.#returned(batch);
    }
    const outcome = await this.#request(batch);
    if (outcome.kind === "stored") this.#stored(batch, outcome);
    else if (outcome.kind === "failed") this.#returned(batch, outcome);
    else this.#returnedRefused(batch, outcome);
  }

  /** Whether it is one record, refused since the service last accepted anything, and nothing else waits. */
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
      entry.fate?.deref()?.settle();
    }
    if (again.size === 0) return this.#arrived(arrived);
    this.#pace.failed();
    this.#returned([...again]);
    const open = new Set(Array.from(again, ({ id }) => id));
    this.#arrived(arrived, (entry) => !open.has(entry.id));
  }

  /** Not stored, so far as is known: it is sent again, with the same ids. */
  #returned(batch: readonly Entry[], outcome?: { isSuspicious: boolean; error: unknown }): void {
    this.#leave(batch);
    if (outcome !== undefined) for (const { fate } of batch) fate?.deref()?.failed(outcome.error);
    for (const entry of outcome?.isSuspicious ? batch : []) {
      entry.failures += 1;
      entry.failedAt ??= monotonicNow();
      if (entry.failures >= FAILURES_TO_SHRINK) entry.maxBatchCount = Math.max(1, batch.length >> 1);
    }
    const [only] = batch;
    const isBreaking = batch.length === 1 && only && only.failures >= MAX_FAILURES;
    if (!isBreaking || this.#lastSuccessAt < (only.failedAt ?? 0)) return this.#queue.putBack(batch);
    this.#drop(only, "refused", `the service fails on it: ${errorMessage(outcome?.error)}`, outcome?.error);
    this.#settled(batch);
  }

  /** Halves what was refused whole. A record alone is dropped when the service accepts others at the same time, and it never. */
  #returnedRefused(batch: readonly Entry[], { isTooLarge, error }: { isTooLarge: boolean; error: unknown }): void {
    this.#leave(batch);
    const [only] = batch;
    for (const entry of batch) entry.maxBatchCount = Math.ceil(batch.length / 2);
    if (batch.length > 1 || only === undefined) return this.#queue.putBack(batch);
    only.fate?.deref()?.failed(new DeliveryError(`${only.id} was refused: ${errorMessage(error)}`, { cause: error }));
    if (only.refusedAfter !== undefined && only.refusedAfter < this.#accepted) only.refusals += 1;
    only.refusedAfter = this.#accepted;
    if (only.refusals < CONFIRMATIONS) return this.#queue.putBack(batch);
    this.#drop(only, isTooLarge ? "too_large" : "refused", errorMessage(error), error);
    this.#settled(batch);
  }

  /** Settled by the service, one way or the other. */
  #arrived(batch: readonly Entry[], isLast: (entry: Entry) => boolean = () => true): void {
    this.#leave(batch);
    this.#settled(batch, isLast);
  }

  #leave(batch: readonly Entry[]): void {
    this.#travelling -= batch.length;
    for (const { size } of batch) this.#travellingBytes -= size;
  }

  #settled(batch: readonly Entry[], isLast: (entry: Entry) => boolean = () => true): void {
    this.#queue.release(batch.filter(isLast));
    for (const entry of batch) this.#arena.release(entry);
    this.#options.spool?.settle(batch.flatMap(({ place }) => place ?? []));
  }

  #drop(entry: Entry, reason: DropReason, why: string, cause?: unknown): void {
    // It is followed by the record of the end.
    if (entry.isPreview) return;
    this.#options.drops.drop({ id: entry.id, fate: entry.fate?.deref() }, { reason, why, cause });
  }

  async #tellDrops(): Promise<void> {
    const { drops } = this.#options;
    const { report } = drops;
    if (report === undefined) return;
    const outcome = await this.#request([], [report.json]);
    if (outcome.kind === "stored") drops.told();
    else if (outcome.kind === "refused") drops.refuseReport(this.#accepted);
  }
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
