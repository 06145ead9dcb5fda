import type { Observation } from "./observation.ts";

/** What the wrappers of a client pass on to each other beside the client, which gets what the caller gave and nothing else. */
interface Requests {
  /** By the options of a request, or the promise of them. */
  readonly underWay: WeakMap<object, Observation>;
  /** Whether a wrapper around this one observes the request that is made at this moment. */
  isObserved: boolean;
  /** What the caller gave for the form that is sent at this moment. */
  form: unknown;
}

const REQUESTS: unique symbol = Symbol.for("threadline.openai.requests");

// One for all copies of this package: a client may be observed by one and its class by another.
const runtime = globalThis as { [REQUESTS]?: Requests };

/** See {@link Requests}. */
export const requests: Requests = (runtime[REQUESTS] ??= {
  underWay: new WeakMap(),
  isObserved: false,
  form: undefined,
});
