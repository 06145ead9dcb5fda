import { type ObservedCall, type RecordedCall, toObject } from "@threadline/core/internal";

const FINAL = new Set(["completed", "failed", "incomplete", "cancelled"]);

/**
 * A request that polls a background response. Its result completes the record of the call that started the response.
 */
export class BackgroundPoll implements ObservedCall {
  readonly asksForUsage = false;
  readonly #call: RecordedCall;

  constructor(call: RecordedCall) {
    this.#call = call;
  }

  parsed(data: unknown): void {
    if (!FINAL.has(String(toObject(data)["status"]))) return;
    this.#call.resume();
    this.#call.parsed(data);
  }

  received(event: unknown): void {
    this.#call.resume();
    this.#call.received(event);
  }

  streamEnded(how: "completed" | "broken off" | "aborted"): void {
    this.#call.streamEnded(how);
  }

  // These methods do nothing, because they are called for the request that polls. A failure of that request does not
  // mean that the background call has failed.
  responded(): void {}
  failed(): void {}
  lost(): void {}
  attach(): void {}
}
