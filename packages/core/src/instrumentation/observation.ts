import type { CallObserver, ObservedCall } from "./observed-call.ts";
import type { ObservedRequest } from "./read-request.ts";

/** The client's promise of a response: sends immediately, and parses on first use. */
export interface ClientPromise {
  parseResponse: (...values: unknown[]) => Promise<unknown>;
  parsedPromise?: unknown;
  asResponse: () => Promise<unknown>;
  _thenUnwrap: (transform: (data: unknown, props: unknown) => unknown) => ClientPromise;
}

/** A request under way. */
export interface Observation {
  readonly observer: CallObserver;
  readonly startedAt: number;
  /** Form fields given by the caller. */
  readonly form: unknown;
  /** Options of the request, while it is under way. */
  key: object | undefined;
  /** Undefined until the options are known. */
  request: ObservedRequest | undefined;
  /** Whether the first attempt has started. */
  isSent: boolean;
  /** Whether the observer was called. */
  isBegun: boolean;
  /** Undefined until the request is prepared, and for requests that are not recorded. */
  call: ObservedCall | undefined;
  /** Undefined until the caller has the promise. */
  promise: ClientPromise | undefined;
  /** Whether the caller uses the parsed response. */
  isDecoding: boolean;
  /**
   * Whether the caller reads the raw bytes, so that usage cannot be requested, because its chunk could not be hidden.
   */
  isRaw: boolean;
}
