import { Attachment } from "./attachment.ts";
import { type BrowserUpload, createBrowserUpload } from "./browser-upload.ts";
import { startTimer } from "./clock.ts";
import { type Configuration, type RecordingOptions, resolveConfiguration } from "./configuration.ts";
import { type ContextOf, EMPTY_CONTEXT } from "./context/stored-context.ts";
import { createBrowserId } from "./create-browser-id.ts";
import { Delivery, type DeliveryResult, type DeliveryStats, type FlushOptions } from "./delivery/delivery.ts";
import { createSampler } from "./delivery/sampling.ts";
import type { Recorder } from "./recorder.ts";
import { Step } from "./step.ts";
import { Thread } from "./thread.ts";
import { createDeliver, type Deliver } from "./transport/create-deliver.ts";
import { createExchange } from "./transport/exchange.ts";
import { isTransient } from "./transport/is-transient.ts";
import { readErrors } from "./transport/response.ts";
import { ConfigError, GraphQLRequestError } from "./errors.ts";
import type { JsonObject } from "./types/json.ts";
import type { StepConstructor } from "./types/steps.ts";
import type { ThreadConstructor } from "./types/threads.ts";

/** Key, URL and optional settings of a `BrowserClient`. */
export interface BrowserOptions extends Pick<
  RecordingOptions,
  | "environment"
  | "disabled"
  | "release"
  | "fetch"
  | "onError"
  | "tags"
  | "metadata"
  | "mask"
  | "recordInputs"
  | "recordOutputs"
  | "sampleRate"
> {
  /** Key with the scope `browser`. Everyone who opens the page can read it. */
  apiKey: string;
  /** URL of the service. */
  url: string;
}

/** Feedback of a user on a step or a thread. */
export interface Feedback {
  /** Id of the feedback. To change earlier feedback, pass the id that `sendFeedback` returned. Default: a new id. */
  id?: string | undefined;
  /** Id of a step that the page created, or that the application passed to the page. */
  stepId?: string | undefined;
  /** Id of a thread, if the feedback is not on a step. */
  threadId?: string | undefined;
  /** Name of the score. Default: `user-feedback`. */
  name?: string | undefined;
  /** Value of the feedback, such as 1 for good and 0 for bad. */
  value: number;
  /** Display name of the value. */
  label?: string | undefined;
  comment?: string | undefined;
  tags?: string[] | undefined;
}

/** A file of a page, to attach to a step. */
export interface BrowserAttachment {
  /** Step of the page that gets the file. The step may have ended. */
  step: Step;
  /** Content, such as the `File` of an input or a drop; at most 10 MiB. */
  content: Blob | string;
  /** Display name. Default: the name of the `File`, otherwise the id of the attachment. */
  name?: string | undefined;
  /** Media type. Default: the type of the `Blob`, otherwise `application/octet-stream`. */
  mime?: string | undefined;
  metadata?: JsonObject | undefined;
}

/**
 * Maximum total size of the open requests with `keepalive`, in bytes. The browser completes these requests even if the
 * page is closed. Browsers allow 64 KiB, including headers.
 */
const MAX_KEPT_BYTES = 60 * 1024;
const LIMITS = { maxBatchBytes: MAX_KEPT_BYTES / 2, maxQueueBytes: 4 * 1024 * 1024, maxRequests: 2 };
const REQUEST_TIMEOUT_MS = 10_000;
const MAX_RETRIES = 2;
const RETRY_MS = 1_000;

const CREATE_SCORE =
  "mutation deliver($id: String, $stepId: String, $threadId: String, $name: String!, $value: Float!, $label: String, " +
  "$comment: String, $tags: [String!]) { createScore(id: $id, stepId: $stepId, threadId: $threadId, name: $name, " +
  "type: HUMAN, value: $value, label: $label, comment: $comment, tags: $tags) { id } }";

/**
 * Client for web pages. The client records threads and steps of the page, and sends feedback of the page's user. It
 * sends records in the background, and when the page is hidden or closed. It cannot read records, because everyone who
 * opens the page can see its key. Errors of background work are never thrown into the page.
 *
 * Browsers have no asynchronous context: create child steps by `thread.step()` and `step.step()`.
 *
 * @example
 * ```ts no-run: a page at an allowed origin
 * import { BrowserClient } from "@threadline/core/browser";
 *
 * const client = new BrowserClient({ apiKey: "tl_...", url: "https://threadline.example.com" });
 * const thread = client.thread({ name: "Search" });
 * await thread.step({ name: "filter", type: "tool" }).wrap(async () => ({ found: 3 }));
 * await client.sendFeedback({ threadId: thread.id, value: 1 });
 * ```
 */
export class BrowserClient implements Recorder {
  readonly #deliver: Deliver;
  readonly #upload: BrowserUpload;
  /** Total size of the open requests that are sent with `keepalive`, in bytes. */
  #keptBytes = 0;
  readonly #onHide = (): void => this.#sendAtOnce();
  /** Runs the callback without a context, because browsers have no `AsyncLocalStorage`. */
  readonly store: Recorder["store"] = { run: (_value, callback) => callback() };
  /** Always empty, because browsers have no `AsyncLocalStorage`. */
  readonly context: ContextOf<never, never> = { ...EMPTY_CONTEXT };
  /** Added to the metadata of every thread and step. */
  readonly globalMetadata: JsonObject;
  /** Added to the tags of every thread and step. */
  readonly globalTags: readonly string[];
  /** Whether the thread or root step with this id is recorded, according to `sampleRate`. */
  readonly isSampled: (id: string) => boolean;
  /** Creates the id of a thread or step. The service rejects ids in any other format if they come from a web page. */
  readonly createId: () => string = createBrowserId;
  /** Whether the client sends nothing, because it is disabled or its options are invalid. */
  readonly disabled: boolean;
  /** Receives errors of background recording. Never throws. */
  readonly onError: (error: unknown) => void;
  /** Sends records in the background. */
  readonly delivery: Delivery;

  /**
   * Creates a client. An invalid option does not throw: it is reported to `onError`, and the client then sends nothing.
   */
  constructor(options: BrowserOptions) {
    const { configuration, error } = configure(options);
    const { disabled, metadata, tags, sampleRate, limits } = configuration;
    this.disabled = disabled;
    this.globalMetadata = metadata;
    this.globalTags = tags;
    this.isSampled = createSampler(sampleRate);
    const exchange = createExchange(configuration.fetch);
    this.#deliver = createDeliver(configuration, exchange);
    this.#upload = createBrowserUpload(configuration, exchange);
    this.delivery = new Delivery({
      ...configuration,
      limits: { ...limits, ...LIMITS },
      createId: createBrowserId,
      post: (body, post) => this.#post(body, post),
    });
    this.onError = (reason) => this.delivery.report(reason);
    if (error !== undefined) this.onError(error);
    if (disabled) return;
    const { document } = globalThis as { document?: EventTarget }; // workers have no document
    document?.addEventListener("visibilitychange", this.#onHide);
    // Safari may not fire `visibilitychange` when a page is closed, so records are also sent at `pagehide`, the last
    // event of a page.
    (globalThis as Partial<EventTarget>).addEventListener?.("pagehide", this.#onHide);
  }

  /** Creates a thread; nothing is sent yet. */
  thread(data?: Omit<ThreadConstructor, "participantId">): Thread {
    return new Thread(this, data);
  }

  /** Creates a step; nothing is sent yet. */
  step(data: StepConstructor): Step {
    return new Step(this, data);
  }

  /** Creates a step of type `run`; nothing is sent yet. */
  run(data: Omit<StepConstructor, "type">): Step {
    return this.step({ ...data, type: "run" });
  }

  /**
   * Sends feedback. Resolves to the id of the feedback when the service has stored the feedback. Retries when the
   * service is not reachable. If the page is closed, the browser still completes the request.
   *
   * @throws {ThreadlineError} when the service refuses the feedback, or is not reachable.
   */
  async sendFeedback(feedback: Feedback): Promise<string> {
    const { name = "user-feedback", id = createBrowserId(), ...fields } = feedback;
    if (this.disabled) return id;
    const text = JSON.stringify({ query: CREATE_SCORE, variables: { ...fields, name, id } });
    const body = new TextEncoder().encode(text);
    await retried(async () => {
      const errors = readErrors(await this.#post(body, { timeoutMs: REQUEST_TIMEOUT_MS }));
      if (errors.length === 0) return;
      throw new GraphQLRequestError(errors.map(({ message }) => message).join("; "), errors);
    });
    return id;
  }

  /**
   * Uploads a file and attaches it to a step. Resolves when both are stored. Retries when the service is not reachable.
   * The attachment has no URL, because pages cannot read files of the service.
   *
   * @throws {ThreadlineError} when the service refuses the file, or is not reachable.
   */
  async createAttachment({ step, content, metadata, ...given }: BrowserAttachment): Promise<Attachment> {
    const file = typeof content === "string" ? new Blob([content]) : content;
    if (!(file instanceof Blob)) throw new ConfigError("createAttachment: content must be a Blob, a File or a string");
    const id = createBrowserId();
    const name = given.name ?? (file as Partial<File>).name ?? id; // a `File` is a `Blob` with a name
    const mime = given.mime ?? (file.type || "application/octet-stream");
    const attachment = new Attachment({ id, name, mime, metadata });
    if (this.disabled || !step.isRecorded) return attachment;
    const { type, threadId, parentId, rootRunId, startTime } = step;
    attachment.objectKey = await retried(() =>
      this.#upload({ content: file, fileName: name, contentType: mime, threadId }),
    );
    // The service merges this record into the stored step, so the record can omit the step's input, output and
    // metadata.
    const fields = { id: step.id, name: step.name, type, threadId, parentId, rootRunId, startTime };
    await this.delivery.sendStep(new Step(this, { ...fields, attachments: [attachment] }, true))();
    return attachment;
  }

  /**
   * Sends pending records immediately. Resolves when nothing is pending, or after `timeoutMs`. Never rejects.
   */
  flush(options?: FlushOptions): Promise<DeliveryResult> {
    return this.delivery.flush(options);
  }

  /**
   * Flushes one last time. Later records are dropped, and the client no longer reacts when the page is hidden or
   * closed.
   */
  shutdown(options?: FlushOptions): Promise<DeliveryResult> {
    const { document } = globalThis as { document?: EventTarget };
    document?.removeEventListener("visibilitychange", this.#onHide);
    (globalThis as Partial<EventTarget>).removeEventListener?.("pagehide", this.#onHide);
    return this.delivery.shutdown(options);
  }

  /** Returns the numbers of delivered, pending and dropped records, and whether the last request failed. */
  stats(): DeliveryStats {
    return this.delivery.stats();
  }

  #sendAtOnce(): void {
    this.delivery.sendPreviews();
    void this.delivery.flush();
  }

  /**
   * Sends a request with `keepalive`, so that the browser completes it even if the page is closed. If all open requests
   * with `keepalive` would exceed `MAX_KEPT_BYTES` in total, the request is sent without `keepalive`.
   */
  async #post(body: Uint8Array<ArrayBuffer>, options: { timeoutMs: number; signal?: AbortSignal }): Promise<object> {
    const isKept = this.#keptBytes + body.length <= MAX_KEPT_BYTES;
    if (isKept) this.#keptBytes += body.length;
    try {
      return await this.#deliver({ body, keepalive: isKept }, options);
    } finally {
      if (isKept) this.#keptBytes -= body.length;
    }
  }
}

async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      return await work();
    } catch (error) {
      if (attempt >= MAX_RETRIES || !isTransient(error)) throw error;
    }
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => startTimer(resolve, RETRY_MS * 2 ** attempt));
  }
}

function configure(options: BrowserOptions): { configuration: Configuration; error?: unknown } {
  try {
    return { configuration: resolveConfiguration(options, {}) };
  } catch (error) {
    const onError = options?.onError;
    return { configuration: resolveConfiguration({ onError, disabled: true }, {}), error };
  }
}
