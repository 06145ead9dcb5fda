import { type ObservedCall, type RecordedCall, toObject } from "@threadline/core/internal";

const FINAL = new Set(["completed", "failed", "incomplete", "cancelled"]);

/** Poll of a background response, which completes the record of its call. */
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

  // A response that could not be fetched or was not read is not a failure of the call.
  responded(): void {}
  failed(): void {}
  lost(): void {}
  attach(): void {}
}
