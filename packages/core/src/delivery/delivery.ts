import { isTransient } from "../transport/is-transient.ts";
import { monotonicNow, startTimer, stopTimer } from "../clock.ts";
import type { StepInput } from "../types/steps.ts";
import type { UpsertThread } from "../types/threads.ts";
import { DeliveryError } from "./delivery-error.ts";
import { Dispatcher, type DispatcherOptions } from "./dispatcher.ts";
import { type DropCounts, Drops } from "./drops.ts";
import { createEncoder, type EncodeRecord, type WireRecord } from "./encode-record.ts";
import { Previews } from "./previews.ts";
import { unwatchProcessEnd, watchProcessEnd } from "./process-end.ts";
import { Fate, fateRef } from "./fate.ts";
import type { EncodedRecord, ContentOptions, RecordKind } from "./record.ts";
import type { OpenSpool, Spool } from "./spool/spool-port.ts";
import { Trouble } from "./trouble.ts";

/** What a {@link Delivery} is made of. */
export interface DeliveryOptions extends Pick<DispatcherOptions, "limits" | "post" | "pace"> {
  recording: ContentOptions;
  /** Receives whatever goes wrong. */
  onError: (error: unknown) => void;
  /** Opens the spool, which keeps a copy on disk of what waits. */
  openSpool?: OpenSpool | undefined;
  /** Given a promise for as long as something waits. */
  waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
  /** True: nothing is queued. */
  disabled?: boolean | undefined;
  /** What runs for longer than this is sent before it ends, in milliseconds. Default: 250. */
  previewMs?: number | undefined;
  /** How long an awaited sending waits, in milliseconds. Default: 30000. */
  timeoutMs?: number | undefined;
  /** After how many further failed requests an awaited sending rejects. Default: 2. */
  maxRetries?: number | undefined;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_RETRIES = 2;
/** What is recorded within this time shares one promise of `waitUntil`. */
const TOGETHER_MS = 250;

/** What became of all records since the client was made. */
export interface DeliveryResult {
  /** Stored by the service. */
  delivered: number;
  /** Waiting, in memory or in the spool, or on their way. */
  pending: number;
  /** Given up; `stats().droppedBy` says why. */
  dropped: number;
}

/** The state of sending in the background. */
export interface DeliveryStats extends DeliveryResult {
  /** Records that were handed over or found in the spool: delivered, pending and dropped together. */
  submitted: number;
  droppedBy: DropCounts;
  /** Bytes in memory that wait or travel. */
  bytes: number;
  /** Bytes on disk; 0 without a spool. */
  spooledBytes: number;
  requests: number;
  failedRequests: number;
  /** Whether the last request failed: one at a time is tried, until one succeeds. */
  isDown: boolean;
}

/** How long `flush` and `shutdown` may take. */
export interface FlushOptions {
  /** In milliseconds; what is pending then stays pending. Default: 10000. */
  timeoutMs?: number | undefined;
}

/** What can be queued. */
export interface Recordable<Wire> {
  id: string;
  serialize: () => Wire;
}

/**
 * Sends records in the background: it never throws and never waits, trouble goes to `onError`. What cannot be sent now is kept and
 * sent again, without end; what the bounds do not allow is dropped, counted and told to the service.
 */
export class Delivery {
  readonly #options: DeliveryOptions;
  readonly #trouble: Trouble;
  readonly #drops: Drops;
  readonly #encode: EncodeRecord;
  readonly #spool: Spool | undefined;
  readonly #dispatcher: Dispatcher;
  readonly #processEnd = { beforeExit: () => this.#beforeExit(), exit: () => this.#exit() };
  readonly #beforeFlush = new Set<() => unknown>();
  readonly #previews: Previews;
  /** How many promises the platform waits for, and since when for the last one. */
  #extensions = 0;
  #extendedAt = 0;
  #isShut = false;
  #hasGivenUp = false;

  constructor(options: DeliveryOptions) {
    const { limits, post, recording, onError, openSpool, pace } = options;
    this.#options = options;
    this.#previews = new Previews(options.previewMs);
    this.#trouble = new Trouble(onError);
    this.#drops = new Drops(this.#trouble);
    this.#encode = createEncoder(recording, (error) => this.report(error));
    this.#spool = openSpool?.({ trouble: this.#trouble, drops: this.#drops, onAdopted: () => this.#resume() });
    this.#dispatcher = new Dispatcher({
      limits,
      post,
      drops: this.#drops,
      trouble: this.#trouble,
      spool: this.#spool,
      onIdle: () => this.#beforeFlush.size === 0 && unwatchProcessEnd(this.#processEnd),
      pace,
    });
    // Until it is known what an earlier process left, the end of this one waits.
    if (this.#spool?.isBehind) watchProcessEnd(this.#processEnd);
  }

  /** Queues the step as it is now. What it returns waits for the end of its delivery; calling that changes nothing but the time. */
  sendStep(step: Recordable<StepInput>): () => Promise<void> {
    return this.#send(this.#encodeStep(step));
  }

  /** The same for a thread. */
  sendThread(thread: Recordable<UpsertThread>): () => Promise<void> {
    return this.#send(this.#encodeThread(thread));
  }

  /** Queues the step as it is now. */
  addStep(step: Recordable<StepInput>): void {
    this.#add(this.#encodeStep(step));
  }

  /** Queues the thread as it is now. */
  addThread(thread: Recordable<UpsertThread>): void {
    this.#add(this.#encodeThread(thread));
  }

  /**
   * Sends the step before it ends, when that takes a while, so that it is seen while it runs. Returns what is to be called
   * at its end, before it is sent as it ended.
   */
  previewStep(step: Recordable<StepInput>): () => void {
    return this.#preview(() => this.#encodeStep(step));
  }

  /** The same for a thread. */
  previewThread(thread: Recordable<UpsertThread>): () => void {
    return this.#preview(() => this.#encodeThread(thread));
  }

  /** The step as it is to be sent: masked, and a copy; undefined when it was dropped. */
  #encodeStep(step: Recordable<StepInput>): EncodedRecord | undefined {
    return this.#encodeRecord("step", step, () => step.serialize());
  }

  /** The thread as it is to be sent: masked, and a copy; undefined when it was dropped. */
  #encodeThread(thread: Recordable<UpsertThread>): EncodedRecord | undefined {
    return this.#encodeRecord("thread", thread, () => {
      const { threadId, ...fields } = thread.serialize();
      return { id: threadId, ...fields };
    });
  }

  /** Queues what was encoded; its fate is settled once, with an error when it is given up. */
  #add(record: EncodedRecord | undefined, fate?: Fate): void {
    if (record === undefined) return;
    if (this.#isShut) {
      this.#drops.drop({ id: record.id, fate }, { reason: "shutdown", why: "it was recorded after shutdown()" });
    } else {
      if (this.#dispatcher.pending === 0 || this.#hasGivenUp) this.#begin();
      this.#extend();
      this.#dispatcher.add(record, fate && fateRef(fate));
    }
  }

  /** Hands trouble to `onError`; an error of that function goes nowhere. */
  report(error: unknown): void {
    this.#trouble.report(error);
  }

  /**
   * Adds work that `flush`, `shutdown` and the natural end of the process do and await first, such as recording what is still
   * open. Returns what takes it out again.
   */
  beforeFlush(work: () => unknown): () => void {
    this.#beforeFlush.add(work);
    this.#hasGivenUp = false;
    watchProcessEnd(this.#processEnd);
    return () => this.#beforeFlush.delete(work);
  }

  /** Sends at once, and resolves when nothing is pending or the time is over. It never rejects. */
  async flush({ timeoutMs = 10_000 }: FlushOptions = {}): Promise<DeliveryResult> {
    const endsAt = monotonicNow() + timeoutMs;
    if (this.#beforeFlush.size > 0 && !this.#isShut) await this.#prepare(timeoutMs);
    this.#dispatcher.pump();
    await this.#dispatcher.idle(Math.max(0, endsAt - monotonicNow()));
    return this.#result();
  }

  /**
   * Like `flush`, and the last: what is recorded afterwards is dropped, what is pending is left to the spool, if there is one, and
   * requests that are under way are ended.
   */
  async shutdown({ timeoutMs = 10_000 }: FlushOptions = {}): Promise<DeliveryResult> {
    const endsAt = monotonicNow() + timeoutMs;
    if (this.#beforeFlush.size > 0) await this.#prepare(timeoutMs);
    this.#isShut = true;
    const result = await this.flush({ timeoutMs: Math.max(0, endsAt - monotonicNow()) });
    this.#previews.stop();
    this.#dispatcher.stop();
    this.#dispatcher.abort();
    this.#spool?.close();
    unwatchProcessEnd(this.#processEnd);
    return result;
  }

  /** What became of the records, and what is under way. */
  stats(): DeliveryStats {
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

  #preview(encode: () => EncodedRecord | undefined): () => void {
    if (this.#options.disabled || this.#isShut) return () => undefined;
    return this.#previews.add(() => {
      const encoded = encode();
      if (encoded !== undefined) this.#add({ ...encoded, isPreview: true });
    });
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

  /** Something waits from now on. */
  #begin(): void {
    this.#hasGivenUp = false;
    watchProcessEnd(this.#processEnd);
  }

  /** Lets the platform wait for what was just added, unless it does so already. */
  #extend(): void {
    const { waitUntil, limits } = this.#options;
    if (waitUntil === undefined) return;
    const now = monotonicNow();
    // What comes close together is sent together.
    if (this.#extensions > 0 && now - this.#extendedAt <= Math.max(limits.flushIntervalMs, TOGETHER_MS)) return;
    this.#extendedAt = now;
    this.#extensions += 1;
    try {
      // By the time that this runs the record is in the queue.
      const sent = Promise.resolve().then(() => this.#dispatcher.idle(limits.exitTimeoutMs));
      waitUntil(sent.finally(() => (this.#extensions -= 1)));
    } catch (error) {
      this.#extensions -= 1;
      this.report(error);
    }
  }

  #send(record: EncodedRecord | undefined): () => Promise<void> {
    if (record === undefined) return () => Promise.resolve();
    const fate = new Fate();
    const { id } = record;
    this.#add(record, fate);
    return () => this.#settled(id, fate);
  }

  /** Resolves when the record is stored. Until then the queue sends without waiting for more. */
  async #settled(id: string, fate: Fate): Promise<void> {
    const { timeoutMs = DEFAULT_TIMEOUT_MS, maxRetries = DEFAULT_MAX_RETRIES } = this.#options;
    let retries = 0;
    const isFinal = (error: unknown): boolean => !isTransient(error) || retries++ >= maxRetries;
    const relax = this.#dispatcher.hurry();
    let timer: ReturnType<typeof startTimer> | undefined;
    const late = new Promise<never>((_, reject) => {
      const explain = (): void =>
        reject(new DeliveryError(`${id} is not stored: it still waits after ${timeoutMs} ms`));
      timer = startTimer(explain, timeoutMs);
    });
    try {
      await Promise.race([fate.wait(isFinal), late]);
    } finally {
      stopTimer(timer);
      fate.release();
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

  /** Nothing can be sent any more, but the spool can be written. */
  #exit(): void {
    if (this.#spool === undefined) return;
    for (const work of this.#beforeFlush) {
      try {
        work();
      } catch (error) {
        this.report(error);
      }
    }
    // What runs is left without an end.
    this.#previews.sendAll();
    this.#spool.write();
  }

  async #flushAtEnd(): Promise<void> {
    const { pending } = await this.flush({ timeoutMs: this.#options.limits.exitTimeoutMs });
    if (pending === 0) return;
    // Else it would keep the process alive, for as long as the service does not answer.
    this.#dispatcher.abort();
    const what = this.#spool ? "they are left in the spool" : "those that it did not store are lost";
    this.report(new DeliveryError(`The process ends before the service acknowledged ${pending} records: ${what}`));
  }
}
