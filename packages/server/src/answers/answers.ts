import { HeldBytes } from "./held-bytes.ts";
import { RecordError } from "../records/errors.ts";
import { WorkTurns } from "./work-turns.ts";
import { ReadTurns } from "./read-turns.ts";

const narrower = 'ask for fewer records ("first"), for fewer fields, or page by page';

/** Size up to which a mutation's response is sent without a check of the memory limits, in bytes. */
const smallBytes = 64 * 1024;

/** Seconds after which a rejected request may be retried. */
export const answersRetryAfter = 1;

export interface AnswersOptions {
  readonly maxAnswerBytes: number;
  /**
   * Maximum total size of all unsent responses, in bytes. One holder (key, account or share link) may use at most two
   * thirds of it. These limits do not apply to the only response in progress.
   */
  readonly maxPendingAnswerBytes: number;
  /** Maximum concurrent reads of one holder (key, account or share link). */
  readonly maxReadsPerCredential: number;
  /** Maximum queued reads of one holder (key, account or share link). */
  readonly maxWaitingReads: number;
}

/**
 * Limits the memory that responses occupy, each and in total. A response counts from the first row that is read for it
 * until its last byte is sent.
 */
export class Answers {
  readonly #options: AnswersOptions;
  readonly #held = new HeldBytes();
  readonly #turns: ReadTurns;
  readonly #work: WorkTurns;

  constructor(options: AnswersOptions, work: WorkTurns = new WorkTurns()) {
    this.#options = options;
    this.#work = work;
    this.#turns = new ReadTurns({ maxRunning: options.maxReadsPerCredential, maxWaiting: options.maxWaitingReads });
  }

  get bytes(): number {
    return this.#held.total;
  }

  /** Starts a response to a holder (a key, an account or a share link). Call {@link Answer.release} at its end. */
  open(holder: string): Answer {
    return new Answer(holder, this.#options, { held: this.#held, turns: this.#turns, work: this.#work });
  }
}

interface Shared {
  readonly held: HeldBytes;
  readonly turns: ReadTurns;
  readonly work: WorkTurns;
}

/**
 * Memory that one response occupies: the size of the records read for it, or of its text so far, whichever is larger.
 */
export class Answer {
  readonly #holder: string;
  readonly #options: AnswersOptions;
  readonly #held: HeldBytes;
  readonly #turns: ReadTurns;
  readonly #work: WorkTurns;
  #refusal: RecordError | null = null;
  #read = 0;
  #written = 0;
  #charge = 0;
  #isReleased = false;
  #isChange = false;

  constructor(holder: string, options: AnswersOptions, { held, turns, work }: Shared) {
    this.#holder = holder;
    this.#options = options;
    this.#held = held;
    this.#turns = turns;
    this.#work = work;
  }

  /** Error to send instead of the response; null if there is none. Mutations never have one. */
  get refusal(): RecordError | null {
    return this.#refusal;
  }

  get remainingBytes(): number {
    return Math.max(this.#options.maxAnswerBytes - this.#read, 0);
  }

  /**
   * Runs a read of the store. The read starts when the limit on concurrent reads of the holder allows it. The promise
   * resolves to the result when the main thread is free to process it. Rejects with `RATE_LIMITED` if too many reads
   * are queued.
   */
  async turn<Result>(read: () => Promise<Result>): Promise<Result> {
    if (this.#refusal) throw this.#refusal;
    const turn = await this.#turns.enter(this.#holder, { mayWait: this.#isChange, hasStarted: this.#hasStarted });
    if (!turn) throw this.#refuse(busy());
    try {
      if (this.#refusal) throw this.#refusal;
      if (!this.#isChange && !this.#hasStarted) this.#requireSpace();
      const before = this.#read;
      const result = await read();
      turn.done(this.#read - before);
      const work = this.#work.enter(this.#holder, "started");
      if (work) await work;
      return result;
    } finally {
      turn.leave();
    }
  }

  /** Counts bytes read for the response; throws when the limit is exceeded. */
  read(bytes: number): void {
    this.#read += bytes;
    this.#grow(this.#read);
  }

  /** Counts bytes written for the response; throws when the limit is exceeded. */
  write(bytes: number): void {
    this.#written += bytes;
    this.#grow(this.#written);
  }

  /** Sets the count of {@link write} to zero. Called before the response is serialized a second time. */
  discardWritten(): void {
    this.#written = 0;
  }

  /**
   * Reports the size of the whole response text so far. In contrast, {@link write} takes the number of added bytes.
   * Throws when the limit is exceeded.
   */
  wrote(bytes: number): void {
    this.#grow(bytes);
  }

  /**
   * Notes that this is the response of a mutation. It is then never replaced by an error after which clients retry,
   * because a retry would write twice.
   */
  beginChange(): void {
    this.#isChange = true;
  }

  /** Rejects the response because it would be too large, and returns the error to throw. */
  tooLarge(): RecordError {
    const limit = this.#options.maxAnswerBytes;
    return this.#refuse(
      new RecordError("ANSWER_TOO_LARGE", `The response would exceed ${limit} bytes: ${narrower}`, { limit }),
    );
  }

  sent(bytes: number): void {
    this.#add(-Math.min(bytes, this.#charge));
  }

  release(): void {
    this.#add(-this.#charge);
    this.#isReleased = true;
  }

  /** Rejects the response. The first rejection is final: nothing more is read or written for this response. */
  #refuse(error: RecordError): RecordError {
    if (!this.#isChange) this.#refusal ??= error;
    return this.#refusal ?? error;
  }

  #grow(bytes: number): void {
    if (this.#refusal && !this.#isReleased) throw this.#refusal;
    if (bytes > this.#options.maxAnswerBytes) throw this.tooLarge();
    if (bytes <= this.#charge || this.#isReleased) return;
    // Mutations return mostly ids, so small responses skip the memory check.
    if (!this.#isChange || bytes > smallBytes) this.#requireMemory(bytes - this.#charge);
    this.#add(bytes - this.#charge);
  }

  /** Whether data were already read for the response. Rejecting the response would waste them. */
  get #hasStarted(): boolean {
    return this.#charge > 0;
  }

  #requireSpace(): void {
    if (!this.#held.hasSpace(this.#holder, this.#options.maxPendingAnswerBytes)) throw this.#refuse(busy());
  }

  /**
   * Throws if the response would use memory that is kept free for other holders. A response may exceed the limit if no
   * other response is in progress.
   */
  #requireMemory(bytes: number): void {
    const isAlone = this.#held.total === this.#charge;
    if (isAlone || this.#held.availableTo(this.#holder, this.#options.maxPendingAnswerBytes) >= bytes) return;
    throw this.#isChange ? this.tooLarge() : this.#refuse(busy());
  }

  #add(bytes: number): void {
    this.#charge += bytes;
    if (bytes !== 0) this.#held.add(this.#holder, bytes);
  }
}

function busy(): RecordError {
  return new RecordError(
    "RATE_LIMITED",
    `The service is sending too many large responses; try again later, or ${narrower}`,
  );
}
