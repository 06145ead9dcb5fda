import type { Observation } from "./observation.ts";

/** State that the wrappers of a client share, because they must not change the client's arguments. */
interface Requests {
  readonly underWay: WeakMap<object, Observation>;
  isObserved: boolean;
  /** Observation of the request that the client sends in this turn of the event loop. */
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
