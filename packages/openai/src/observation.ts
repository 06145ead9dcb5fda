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
  /** The options, and their promise. */
  readonly keys: object[];
  /** Undefined until the options are known. */
  request: ObservedRequest | undefined;
  /** Whether the first attempt is under way. */
  isSent: boolean;
  /** Whether the observer was asked for a call. */
  isBegun: boolean;
  /** Undefined until the request is prepared, and when it is of no interest. */
  call: ObservedCall | undefined;
  /** Undefined until the caller has it. */
  promise: ClientPromise | undefined;
  /** Whether the caller has the response parsed. */
  isDecoding: boolean;
  /** Whether the caller reads the bytes: then nothing may be asked for that would have to be hidden. */
  isRaw: boolean;
}
