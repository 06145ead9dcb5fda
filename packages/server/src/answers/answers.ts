import { HeldBytes } from "./held-bytes.ts";
import { RecordError } from "../records/errors.ts";
import { ReadTurns } from "./read-turns.ts";

const narrower = 'ask for fewer records ("first"), for fewer fields, or page by page';

/** A change may answer so much whatever others hold. */
const smallBytes = 64 * 1024;

/** Names the reason of a refusal that may succeed when it is tried again. */
export const answersRetryAfter = 1;

export interface AnswersOptions {
  /** Bytes of one answer. */
  readonly maxAnswerBytes: number;
  /** Bytes of all unsent answers; one holder gets two thirds at most, and the only answer may exceed it. */
  readonly maxPendingAnswerBytes: number;
  /** Reads of records that one holder has under way. */
  readonly maxReadsPerCredential: number;
  /** Reads of one holder that wait for their turn. */
  readonly maxWaitingReads: number;
}

/** Bounds the memory of answers from the first row that is read for them until their last byte is sent. */
export class Answers {
  readonly #options: AnswersOptions;
  readonly #held = new HeldBytes();
  readonly #turns: ReadTurns;

  constructor(options: AnswersOptions) {
    this.#options = options;
    this.#turns = new ReadTurns({ maxRunning: options.maxReadsPerCredential, maxWaiting: options.maxWaitingReads });
  }

  /** Bytes of all answers that are not sent yet. */
  get bytes(): number {
    return this.#held.total;
  }

  /** Reserves memory for a response to a holder (a key, an account, a share link), to be released. */
  open(holder: string): Answer {
    return new Answer(holder, this.#options, this.#held, this.#turns);
  }
}

/** The memory of one answer: the larger of what was read for it and what was written of it. */
export class Answer {
  readonly #holder: string;
  readonly #options: AnswersOptions;
  readonly #held: HeldBytes;
  readonly #turns: ReadTurns;
  #read = 0;
  #written = 0;
  #charge = 0;
  #isReleased = false;
  #isChange = false;

  constructor(holder: string, options: AnswersOptions, held: HeldBytes, turns: ReadTurns) {
    this.#holder = holder;
    this.#options = options;
    this.#held = held;
    this.#turns = turns;
  }

  /** Bytes that may still be read. */
  get room(): number {
    return Math.max(this.#options.maxAnswerBytes - this.#read, 0);
  }

  /** Performs a read of the holder in its turn; refuses with `RATE_LIMITED` when too much is under way. */
  async turn<Result>(read: () => Promise<Result>): Promise<Result> {
    const leave = await this.#turns.enter(this.#holder, { mayWait: this.#isChange, hasBegun: this.#hasBegun });
    if (!leave) throw busy();
    try {
      if (!this.#isChange && !this.#hasBegun) this.#requireRoom();
      return await read();
    } finally {
      leave();
    }
  }

  /** Counts what was read; throws when it is too much. */
  read(bytes: number): void {
    this.#read += bytes;
    this.#grow(this.#read);
  }

  /** Counts a written part; throws when the limit is exceeded. */
  write(bytes: number): void {
    this.#written += bytes;
    this.#grow(this.#written);
  }

  /** Reports the size of the response so far, with the parts counted by {@link write}; throws when it is too large. */
  wrote(bytes: number): void {
    this.#grow(bytes);
  }

  /** From now on nothing is refused that may be tried again: what has been written would be written twice. */
  beginChange(): void {
    this.#isChange = true;
  }

  /** The error of an answer that would be too large. */
  tooLarge(): RecordError {
    const limit = this.#options.maxAnswerBytes;
    return new RecordError("ANSWER_TOO_LARGE", `The response would exceed ${limit} bytes: ${narrower}`, {
      limit,
    });
  }

  /** Releases the bytes of a sent part. */
  sent(bytes: number): void {
    this.#add(-Math.min(bytes, this.#charge));
  }

  /** The answer is sent, or given up. */
  release(): void {
    this.#add(-this.#charge);
    this.#isReleased = true;
  }

  #grow(bytes: number): void {
    if (bytes > this.#options.maxAnswerBytes) throw this.tooLarge();
    if (bytes <= this.#charge || this.#isReleased) return;
    // Responses of mutations are mostly ids.
    if (!this.#isChange || bytes > smallBytes) this.#requireMemory(bytes - this.#charge);
    this.#add(bytes - this.#charge);
  }

  /** Whether it holds what was read for it: to refuse it now would throw that away. */
  get #hasBegun(): boolean {
    return this.#charge > 0;
  }

  #requireRoom(): void {
    if (!this.#held.hasRoom(this.#holder, this.#options.maxPendingAnswerBytes)) throw busy();
  }

  /** Other holders keep room however much an answer grows; the only answer may exceed the limit. */
  #requireMemory(bytes: number): void {
    const isAlone = this.#held.total === this.#charge;
    if (isAlone || this.#held.roomOf(this.#holder, this.#options.maxPendingAnswerBytes) >= bytes) return;
    throw this.#isChange ? this.tooLarge() : busy();
  }

  #add(bytes: number): void {
    this.#charge += bytes;
    if (bytes !== 0) this.#held.add(this.#holder, bytes);
  }
}

function busy(): RecordError {
  return new RecordError("RATE_LIMITED", `Too many responses in progress; try again later, or ${narrower}`);
}
