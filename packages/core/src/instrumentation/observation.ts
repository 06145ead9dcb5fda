import type { CallTime } from "./call-time.ts";
import type { CallObserver, ObservedCall } from "./observed-call.ts";
import type { ObservedRequest } from "./read-request.ts";

/**
 * Promise that a client returns for a response. The request is sent immediately. The response is parsed when the
 * promise is first used.
 */
export interface ClientPromise {
  parseResponse: (...values: unknown[]) => Promise<unknown>;
  parsedPromise?: unknown;
  asResponse: () => Promise<unknown>;
  _thenUnwrap: (transform: (data: unknown, props: unknown) => unknown) => ClientPromise;
}

export interface Observation {
  readonly observer: CallObserver;
  readonly startedAt: CallTime;
  readonly form: unknown;
  key: object | undefined;
  /** The request. Set when its options are known, and removed when the observer is notified. */
  request: ObservedRequest | undefined;
  isSent: boolean;
  isBegun: boolean;
  /** Undefined until the request is prepared, and always undefined for a request that is not recorded. */
  call: ObservedCall | undefined;
  /** Undefined until the caller has received the promise. */
  promise: ClientPromise | undefined;
  isDecoding: boolean;
  /**
   * Whether the application reads the raw bytes of the response. If so, token usage is not requested, because the
   * provider would send it in an additional chunk. That chunk cannot be hidden among raw bytes.
   */
  isRaw: boolean;
}
