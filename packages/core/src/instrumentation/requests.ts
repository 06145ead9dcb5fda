import type { Observation } from "./observation.ts";

/** Data that the wrappers of a client pass to each other outside the client's own arguments. */
interface Requests {
  readonly underWay: WeakMap<object, Observation>;
  /** Whether an outer wrapper observes the current request. */
  isObserved: boolean;
  /** Request that is sent next, in the same turn. */
  starting: Observation | undefined;
  /** Form fields given by the caller for the request in progress. */
  form: unknown;
}

const REQUESTS: unique symbol = Symbol.for("threadline.requests");

// Shared by all copies of this package: one copy may observe a client and another its class.
const runtime = globalThis as { [REQUESTS]?: Requests };

/** See {@link Requests}. */
export const requests: Requests = (runtime[REQUESTS] ??= {
  underWay: new WeakMap(),
  isObserved: false,
  starting: undefined,
  form: undefined,
});
