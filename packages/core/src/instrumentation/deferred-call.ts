import type { Delivery } from "../delivery/delivery.ts";
import { isPlainObject } from "../plain-object.ts";
import { endNow } from "./call-time.ts";
import type { ObservedCall } from "./observed-call.ts";
import type { RecordedCall } from "./recorded-call.ts";

/** When to send a preview of a running call: after `previewMs`, now, or never because the call has ended. */
export type Preview = "later" | "now" | "none";

export interface DeferredCallOptions {
  readonly delivery: Delivery;
  readonly start: (preview: Preview) => RecordedCall;
  readonly size: number;
  readonly isPreviewed: boolean;
}

/**
 * A call that is recorded after its complete response has arrived. The records of several calls are then created
 * together, so that the application does not wait for them. Without a complete response, for example after an error,
 * the record is created immediately.
 */
export class DeferredCall implements ObservedCall {
  readonly asksForUsage = false;
  readonly #options: DeferredCallOptions;
  readonly #endPreview: (() => void) | undefined;
  #call: RecordedCall | undefined;
  #isAnswered = false;
  #isEnded = false;

  constructor(options: DeferredCallOptions) {
    this.#options = options;
    if (options.isPreviewed) this.#endPreview = options.delivery.whileRunning(() => this.#begin("now"));
  }

  responded(): void {
    this.#isAnswered = true;
    this.#call?.responded();
  }

  unread(): void {
    if (!this.#isEnded) this.#begin();
  }

  parsed(data: unknown): void {
    if (this.#isEnded) return;
    const text = this.#call === undefined ? copyOf(data) : undefined;
    if (text === undefined) return this.#begin().parsed(data);
    const end = endNow();
    const { delivery, size } = this.#options;
    this.#isEnded = true;
    this.#endPreview?.();
    delivery.defer(() => this.#begin("none").parsed(JSON.parse(text), end), size + text.length);
  }

  received(event: unknown): void {
    if (!this.#isEnded) this.#begin().received(event);
  }

  streamEnded(how: "completed" | "broken off" | "aborted"): void {
    if (!this.#isEnded) this.#begin().streamEnded(how);
  }

  failed(error: unknown): void {
    if (!this.#isEnded) this.#begin().failed(error);
  }

  lost(from: "unread" | "reading"): void {
    if (!this.#isEnded) this.#begin().lost(from);
  }

  attach(file: Blob): void {
    if (!this.#isEnded) this.#begin().attach(file);
  }

  #begin(preview: Preview = "later"): RecordedCall {
    if (this.#call !== undefined) return this.#call;
    this.#endPreview?.();
    this.#call = this.#options.start(preview);
    if (this.#isAnswered) this.#call.responded();
    return this.#call;
  }
}

/**
 * Serializes a response, because the caller may change the object. Returns undefined if the response is not a plain
 * object, or cannot be serialized.
 */
function copyOf(data: unknown): string | undefined {
  try {
    return isPlainObject(data) ? JSON.stringify(data) : undefined;
  } catch {
    return undefined;
  }
}
