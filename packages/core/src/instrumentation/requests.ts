import type { Observation } from "./observation.ts";

/**
 * Data that the wrapped methods of a client share during a call. It cannot be passed as an argument, because the
 * wrappers must not change the arguments of the methods.
 */
interface Requests {
  readonly underWay: WeakMap<object, Observation>;
  isObserved: boolean;
  /** Request that the client is about to send. Undefined once `makeRequest` was called for it. */
  starting: Observation | undefined;
  form: unknown;
}

const REQUESTS: unique symbol = Symbol.for("threadline.requests");

// All copies of this package share this object, because one copy may observe a client, and another copy its class.
const runtime = globalThis as { [REQUESTS]?: Requests };

export const requests: Requests = (runtime[REQUESTS] ??= {
  underWay: new WeakMap(),
  isObserved: false,
  starting: undefined,
  form: undefined,
});
