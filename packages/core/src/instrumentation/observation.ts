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
  /**
   * Set from the time when the options of the request are known until the observer is notified. Otherwise undefined.
   */
  request: ObservedRequest | undefined;
  isSent: boolean;
  isBegun: boolean;
  /** Undefined until the request is prepared, and always undefined for a request that is not recorded. */
  call: ObservedCall | undefined;
  /** Undefined until the caller has received the promise. */
  promise: ClientPromise | undefined;
  isDecoding: boolean;
  /**
   * Whether the application reads the raw bytes of the response. If so, token usage is not requested. The provider
   * would send the usage in an additional chunk, and that chunk cannot be hidden from the application.
   */
  isRaw: boolean;
}
