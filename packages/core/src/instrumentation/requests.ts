import type { Observation } from "./observation.ts";

/** Data that the wrappers of a client pass to each other without adding to the client's arguments. */
interface Requests {
  readonly underWay: WeakMap<object, Observation>;
  /** Whether an outer wrapper observes the current request. */
  isObserved: boolean;
  /** Observation of the next request, which the client sends in the same turn of the event loop. */
  starting: Observation | undefined;
  /** Form fields that the caller passed for the current request. */
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
