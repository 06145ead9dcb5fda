import type { Observation } from "./observation.ts";

/** Data that the wrappers of a client pass to each other outside the client's own arguments. */
interface Requests {
  /** By the options of a request, or their promise. */
  readonly underWay: WeakMap<object, Observation>;
  /** Whether an outer wrapper observes the current request. */
  isObserved: boolean;
  /** Form fields given by the caller for the request in progress. */
  form: unknown;
}

const REQUESTS: unique symbol = Symbol.for("threadline.requests");

// One for all copies of this package: a client may be observed by one and its class by another.
const runtime = globalThis as { [REQUESTS]?: Requests };

/** See {@link Requests}. */
export const requests: Requests = (runtime[REQUESTS] ??= {
  underWay: new WeakMap(),
  isObserved: false,
  form: undefined,
});
