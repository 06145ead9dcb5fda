import type { Step } from "../step.ts";
import type { JsonObject } from "../types/json.ts";
import { type CallTime, endNow } from "./call-time.ts";
import { describeError } from "./describe-error.ts";
import type { FileTaker } from "./files.ts";
import type { ObservedCall } from "./observed-call.ts";
import type { CallSurface, MappedGeneration, MappedResponse, StreamReader } from "./surface.ts";

export interface RecordedCallOptions {
  step: Step;
  surface: CallSurface;
  /** Start of the call, from `performance.now()`. */
  startedAt: number;
  asksForUsage: boolean;
  files: FileTaker;
  /** Sends the step and its files. May be called again when there is more data. */
  deliver: (call: RecordedCall) => void;
  deliverFile: (call: RecordedCall) => void;
}

/**
 * - `requested`: there is no response yet;
 * - `unread`: the response has arrived, and nothing was read;
 * - `reading`: some events of the stream were read;
 * - `idle`: the call was recorded, but is recorded again if more of the response is read;
 * - `ended`: the response is complete, or the call failed.
 */
type State = "requested" | "unread" | "reading" | "idle" | "ended";

export class RecordedCall implements ObservedCall {
  readonly step: Step;
  readonly files: FileTaker;
  readonly #options: RecordedCallOptions;
  readonly #requestMetadata: JsonObject | null | undefined;
  #reader: StreamReader | undefined;
  #firstTokenAt: number | undefined;
  #state: State = "requested";

  constructor(options: RecordedCallOptions) {
    this.step = options.step;
    this.files = options.files;
    this.#options = options;
    this.#requestMetadata = options.step.generation?.metadata;
  }

  get asksForUsage(): boolean {
    return this.#options.asksForUsage;
  }

  get isOpen(): boolean {
    return this.#state !== "idle" && this.#state !== "ended";
  }

  responded(): void {
    if (this.#state === "requested") this.#state = "unread";
  }

  parsed(data: unknown, end?: CallTime): void {
    this.#end(this.#options.surface.readResponse(data), undefined, end);
  }

  received(event: unknown): void {
    if (this.#state === "ended") return;
    this.#state = "reading";
    this.#reader ??= this.#options.surface.createReader?.();
    // The server decides which fields an event has, so the type assumes none.
    const isToken = this.#reader?.add(event as Readonly<Record<string, unknown>>) ?? false;
    if (isToken) this.#firstTokenAt ??= performance.now();
  }

  streamEnded(how: "completed" | "broken off" | "aborted"): void {
    this.#end(this.#read(), how === "completed" ? undefined : how);
  }

  failed(error: unknown): void {
    const answer = this.#state === "requested" ? undefined : "failed";
    this.#end({ ...this.#read(), error: describeError(error) }, answer);
  }

  lost(from: "unread" | "reading"): void {
    if (this.#state !== from) return;
    this.#end(this.#read(), this.#openAnswer);
    // If the caller reads more of the response after all, the record is updated.
    this.#state = "idle";
  }

  attach(file: Blob): void {
    this.files.take(file);
    this.#options.deliverFile(this);
  }

  recordOpen(): void {
    if (this.#state !== "unread" && this.#state !== "reading") return;
    this.#write(this.#read(), this.#openAnswer);
    this.#options.deliver(this);
  }

  /**
   * Reopens a call that ended before its response was complete, so that the rest of the response can be recorded. For
   * example, the application starts a background call, and fetches the response with a second request.
   */
  resume(): void {
    if (this.#state === "ended") this.#state = "idle";
  }

  get #openAnswer(): string {
    return this.#state === "reading" ? "broken off" : "unread";
  }

  #read(): MappedResponse {
    return this.#reader?.read() ?? { generation: {} };
  }

  #end(response: MappedResponse, answer?: string, end: CallTime = endNow()): void {
    if (this.#state === "ended") return;
    this.#state = response.isPending ? "idle" : "ended";
    if (!response.isPending) this.step.endTime = end.time;
    this.#write(response, answer, end.at);
    this.#options.deliver(this);
  }

  /**
   * Writes the response to the record. If the response is incomplete, `answer` states why, for example `aborted`, and
   * is stored in the metadata. For a complete response, `answer` is undefined.
   */
  #write(
    { output, generation, error }: MappedResponse,
    answer: string | undefined,
    endedAt: number = performance.now(),
  ): void {
    const { step, files } = this;
    const written: MappedGeneration = step.generation ?? {};
    assignGiven(written, generation);
    this.#addTiming(written, generation, endedAt);
    written.metadata = { ...this.#requestMetadata, ...generation.metadata };
    if (answer !== undefined) written.metadata["answer"] = answer;
    if (output) step.output = files.take(output);
    if (written.messageCompletion) written.messageCompletion = files.take(written.messageCompletion);
    if (error !== undefined) {
      step.error = error;
      written.error = error;
    }
    step.generation = written;
  }

  #addTiming(written: MappedGeneration, { outputTokenCount }: MappedGeneration, endedAt: number): void {
    const { startedAt } = this.#options;
    // Rounded to microseconds, because further digits are not accurate.
    const duration = Math.round((endedAt - startedAt) * 1_000) / 1_000_000;
    written.duration = duration;
    if (this.#firstTokenAt !== undefined) {
      written.ttFirstToken = Math.round((this.#firstTokenAt - startedAt) * 1_000) / 1_000;
    }
    if (outputTokenCount && duration > 0) {
      written.tokenThroughputInSeconds = Math.round((outputTokenCount / duration) * 1_000) / 1_000;
    }
  }
}

/** Copies the fields that are not undefined. Uses a loop instead of list methods, because this runs for every call. */
function assignGiven(target: object, fields: object): void {
  const [to, from] = [target as Record<string, unknown>, fields as Record<string, unknown>];
  for (const key of Object.keys(from)) if (from[key] !== undefined) to[key] = from[key];
}
