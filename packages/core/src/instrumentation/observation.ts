import type { CallObserver, ObservedCall } from "./observed-call.ts";
import type { ObservedRequest } from "./read-request.ts";

/**
 * The client's promise of a response. The request is sent immediately; the response is parsed when the promise is first
 * used.
 */
export interface ClientPromise {
  parseResponse: (...values: unknown[]) => Promise<unknown>;
  parsedPromise?: unknown;
  asResponse: () => Promise<unknown>;
  _thenUnwrap: (transform: (data: unknown, props: unknown) => unknown) => ClientPromise;
}

/** A request in progress. */
export interface Observation {
  readonly observer: CallObserver;
  readonly startedAt: number;
  /** Fields of a form that the caller passed. */
  readonly form: unknown;
  /** Options of the request, while the request is in progress. */
  key: object | undefined;
  /** Undefined until the client passes the options, and again after `begin`. */
  request: ObservedRequest | undefined;
  /** Whether the first attempt has started. */
  isSent: boolean;
  /** Whether the observer was called for this request. */
  isBegun: boolean;
  /** Undefined until the request is prepared, and always undefined for a request that is not recorded. */
  call: ObservedCall | undefined;
  /** Undefined until the caller has received the promise. */
  promise: ClientPromise | undefined;
  /** Whether the client has started to parse the response. */
  isDecoding: boolean;
  /**
   * Whether the caller reads the raw bytes. Then usage cannot be requested, because its extra chunk could not be
   * hidden.
   */
  isRaw: boolean;
}
