import type { Observation } from "./observation.ts";

/**
 * State that the wrapped methods of a client share during a call. It is not passed as an argument, because the
 * arguments of the methods must not change.
 */
interface Requests {
  readonly underWay: WeakMap<object, Observation>;
  isObserved: boolean;
  /** Request that the client starts now. Undefined after the first call of `makeRequest`. */
  starting: Observation | undefined;
  form: unknown;
}

const REQUESTS: unique symbol = Symbol.for("threadline.requests");

// Shared by all copies of this package, because one copy may observe a client and another copy its class.
const runtime = globalThis as { [REQUESTS]?: Requests };

export const requests: Requests = (runtime[REQUESTS] ??= {
  underWay: new WeakMap(),
  isObserved: false,
  starting: undefined,
  form: undefined,
});
