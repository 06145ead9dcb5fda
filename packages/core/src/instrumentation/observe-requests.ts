import { askForUsage } from "./ask-for-usage.ts";
import { startNow } from "./call-time.ts";
import type { ClientPromise, Observation } from "./observation.ts";
import { isResponse, observeBinary } from "./observe-binary.ts";
import { isClientStream, observeStream } from "./observe-stream.ts";
import type { CallObserver, ObservedCall } from "./observed-call.ts";
import { hide, replace, type Wrap } from "./patch.ts";
import { readRequest, type RequestBody } from "./read-request.ts";
import { requests } from "./requests.ts";

/**
 * Returns wrapped methods of a client of the openai package, or of a client that sends requests in the same way. Every
 * call passes through three methods: `request` returns the promise for the application, `prepareRequest` gets the final
 * body, and `makeRequest` sends the request. The wrappers pass options and body on unchanged, and call none of their
 * getters and serializers.
 */
export function observeRequests(current: () => CallObserver | undefined): Record<string, Wrap> {
  const request: Wrap = (original) =>
    function (this: object, options: unknown, ...rest: unknown[]) {
      const observer = current();
      const { isObserved, form } = requests;
      // If a client and its class are both observed, a call passes through two wrappers. The outer wrapper records the
      // call and sets `isObserved`. So the inner wrapper only passes the call on.
      if (observer === undefined || isObserved) return original.call(this, options, ...rest);
      const observation: Observation = {
        observer,
        startedAt: startNow(),
        form,
        key: undefined,
        request: undefined,
        isSent: false,
        isBegun: false,
        call: undefined,
        promise: undefined,
        isDecoding: false,
        isRaw: false,
      };
      follow(options, observation);
      requests.isObserved = true;
      requests.form = undefined;
      requests.starting = observation;
      try {
        const promise = original.call(this, options, ...rest) as ClientPromise;
        observePromise(promise, observation);
        return promise;
      } finally {
        requests.isObserved = false;
        requests.starting = undefined;
      }
    };

  return { request, makeRequest, prepareRequest };
}

/** Stores the observation in a map by the options object, which the client passes from method to method. */
function follow(options: unknown, observation: Observation): void {
  // This handler runs before the client's own handler of `options`, because it is added first. So the observation is
  // stored before the client continues. The client handles a rejection, so this handler ignores it.
  if (options instanceof Promise) {
    void Promise.prototype.then.call(
      options,
      (prepared) => note(prepared, observation),
      () => undefined,
    );
  } else note(options, observation);
}

function note(options: unknown, observation: Observation): void {
  if (typeof options !== "object" || options === null) return;
  try {
    observation.request = readRequest(options);
    requests.underWay.set(options, observation);
    observation.key = options;
  } catch (error) {
    observation.observer.report(error);
  }
}

/**
 * Removes the observation now. The `WeakMap` alone would keep it until a major garbage collection, long after the call.
 */
function forget(observation: Observation): void {
  if (observation.key !== undefined) requests.underWay.delete(observation.key);
  observation.key = undefined;
}

const makeRequest: Wrap = (original) =>
  function (this: object, options: unknown, ...rest: unknown[]) {
    const observation = requests.starting ?? observationOf(options);
    requests.starting = undefined;
    // Two kinds of requests are passed on unobserved: requests without an observation, and retries, whose observation
    // already belongs to the first attempt.
    if (observation === undefined || observation.isSent)
      return original.call(this, options, ...rest) as Promise<unknown>;
    observation.isSent = true;
    const sending = original.call(this, options, ...rest) as Promise<unknown>;
    // Returns the promise of `then`, which rejects with the same error as `sending`. `sending` itself already has a
    // handler, so if the application did not handle its rejection, the runtime would not report it.
    return sending.then(
      (answer) => {
        noteEnd(this, observation, noteAnswer);
        return answer;
      },
      (error: unknown) => {
        noteEnd(this, observation, ({ call }) => call?.failed(error));
        throw error;
      },
    );
  };

function noteEnd(client: object, observation: Observation, report: (observation: Observation) => void): void {
  try {
    forget(observation);
    // If the request failed before its body was built, `prepareRequest` was not called, and the body is unknown.
    // Otherwise, `begin` was already called, and this call has no effect.
    begin(client, undefined, observation);
    report(observation);
  } catch (error) {
    observation.observer.report(error);
  }
}

const prepareRequest: Wrap = (original) =>
  function (this: object, init: unknown, context: { options?: object }, ...rest: unknown[]) {
    const observation = observationOf(context.options);
    if (observation !== undefined) {
      try {
        begin(this, init as RequestBody, observation);
      } catch (error) {
        observation.observer.report(error);
      }
    }
    const prepared = original.call(this, init, context, ...rest);
    if (!observation?.call?.asksForUsage || observation.isRaw) return prepared;
    return Promise.resolve(prepared).then(() => observation.observer.safely(() => askForUsage(init)));
  };

function begin(client: object, init: RequestBody | undefined, observation: Observation): void {
  const { observer, request, startedAt, form, isBegun } = observation;
  if (isBegun || request === undefined) return;
  observation.isBegun = true;
  observation.call = observer.begin({ client, request, init: init ?? {}, form, startedAt });
  // The request is no longer needed. The observation would keep it in memory as long as the caller's options exist.
  observation.request = undefined;
}

function observationOf(options: unknown): Observation | undefined {
  return typeof options === "object" && options !== null ? requests.underWay.get(options) : undefined;
}

/**
 * Reports that the response has arrived. If the application does not start to parse it, for example because it called
 * `asResponse()`, the call is recorded as `unread`, without the content of the response. The record is updated if the
 * application parses the response later.
 */
function noteAnswer(observation: Observation): void {
  const { call, promise } = observation;
  if (call === undefined) return;
  call.responded();
  // The client sets `parsedPromise` when the caller awaits the response. Without it, the response may stay unread.
  if (promise?.parsedPromise === undefined) void noteUnread(observation, call);
}

/**
 * Number of microtasks after which a response counts as unread. If the application awaits the response, the client
 * starts to parse it in fewer microtasks.
 */
const MICROTASKS = 8;

async function noteUnread(observation: Observation, call: ObservedCall): Promise<void> {
  for (let passed = 0; passed < MICROTASKS; passed += 1) {
    if (observation.isDecoding) return;
    await Promise.resolve();
  }
  observation.observer.safely(() => call.unread?.());
  const timer: unknown = setTimeout(() => {
    if (!observation.isDecoding) observation.observer.safely(() => call.lost("unread"));
  });
  if (typeof timer === "object" && timer !== null && "unref" in timer && typeof timer.unref === "function")
    timer.unref();
}

function observePromise(promise: ClientPromise, observation: Observation): void {
  try {
    observation.promise = promise;
    observeOne(promise, observation, false);
  } catch (error) {
    observation.observer.report(error);
  }
}

/**
 * Reports the data when the client parses the response for the promise `one`. Promises that `_thenUnwrap` derives from
 * `one` are wrapped, too (`isDerived`). They do not report the data, because `one` already does.
 */
function observeOne(one: ClientPromise, observation: Observation, isDerived: boolean): ClientPromise {
  const { parseResponse, asResponse } = one;
  const report = (data: unknown): unknown => {
    if (!isDerived) reportData(data, observation);
    return data;
  };
  const fail = (error: unknown): never => {
    observation.observer.safely(() => observation.call?.failed(error));
    throw error;
  };
  replace(one, "parseResponse", (...values: unknown[]) => {
    observation.isDecoding = true;
    return parseResponse.apply(one, values).then(report, fail);
  });
  hide(one, "asResponse", () => {
    // After `asResponse`, the application reads the raw bytes. `withResponse` also calls `asResponse`, but it has
    // started to parse the response before. In that case, `parsedPromise` is set.
    observation.isRaw = one.parsedPromise === undefined;
    return asResponse.call(one);
  });
  // A `_thenUnwrap` that `one` inherits from its class derives promises that call `one.parseResponse`, which is
  // replaced above. A `_thenUnwrap` that is a field of `one` does not, so it is replaced below.
  if (!Object.hasOwn(one, "_thenUnwrap")) return one;
  const derive = one._thenUnwrap;
  replace(one, "_thenUnwrap", (transform: (data: unknown, props: unknown) => unknown) => {
    const derived = derive.call(one, (data, props) => transform(report(data), props));
    return observeOne(derived, observation, true);
  });
  return one;
}

function reportData(data: unknown, { call, observer }: Observation): void {
  if (call === undefined) return;
  try {
    if (isClientStream(data)) return observeStream(data, call, observer);
    if (isResponse(data)) observeBinary(data, call, observer);
    call.parsed(data);
  } catch (error) {
    observer.report(error);
  }
}
