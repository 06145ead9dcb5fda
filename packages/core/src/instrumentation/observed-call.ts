import type { CallTime } from "./call-time.ts";
import type { ObservedRequest, RequestBody } from "./read-request.ts";

/** Events of one call, which the wrappers of a client report to a recorder. No method may throw or take long. */
export interface ObservedCall {
  /**
   * Whether token usage was requested for a streamed response. The provider then sends an additional chunk with the
   * usage.
   */
  readonly asksForUsage: boolean;
  responded(): void;
  /** Reports that the response has arrived, but the application has not started to parse it. */
  unread?(): void;
  parsed(data: unknown): void;
  received(event: unknown): void;
  streamEnded(how: "completed" | "broken off" | "aborted"): void;
  failed(error: unknown): void;
  /**
   * Reports that the application can no longer read the response. Has no effect if the call is no longer in the state
   * `from`.
   */
  lost(from: "unread" | "reading"): void;
  attach(file: Blob): void;
}

export interface StartedRequest {
  client: object;
  request: ObservedRequest;
  /** Body of the request; empty if the request failed before the body was built. */
  init: RequestBody;
  form: unknown;
  startedAt: CallTime;
}

export interface CallObserver {
  /** Starts observing the call of a request. Returns undefined if the call is not recorded. */
  begin(call: StartedRequest): ObservedCall | undefined;
  /** Runs the work. Its errors go to `onError` and are not thrown. */
  safely<Values extends unknown[], Result>(work: (...values: Values) => Result, ...values: Values): Result | undefined;
  report(error: unknown): void;
  /**
   * Calls `call.lost` when `handle` is garbage-collected. `handle` is the object, such as a stream, through which the
   * application reads the response. `from` is the current state of the call.
   */
  watch(handle: object, call: ObservedCall, from: "unread" | "reading"): void;
}
