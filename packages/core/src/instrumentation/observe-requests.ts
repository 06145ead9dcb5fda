import { askForUsage } from "./ask-for-usage.ts";
import type { ClientPromise, Observation } from "./observation.ts";
import { isResponse, observeBinary } from "./observe-binary.ts";
import { isClientStream, observeStream } from "./observe-stream.ts";
import type { CallObserver, ObservedCall } from "./observed-call.ts";
import { hide, replace, type Wrap } from "./patch.ts";
import { readRequest, type RequestBody } from "./read-request.ts";
import { requests } from "./requests.ts";

/**
 * Wrappers of the methods that every call passes through once, whichever method or helper the caller used: `request`
 * returns the caller's promise, `makeRequest` sends, `prepareRequest` gets the final body. The caller's options and
 * body are passed on unchanged, and neither their getters nor their serializers are called.
 */
export function observeRequests(current: () => CallObserver | undefined): Record<string, Wrap> {
  const request: Wrap = (original) =>
    function (this: object, options: unknown, ...rest: unknown[]) {
      const observer = current();
      const { isObserved, form } = requests;
      // If a client and its class are both observed, the outer wrapper records.
      if (observer === undefined || isObserved) return original.call(this, options, ...rest);
      const observation: Observation = {
        observer,
        startedAt: performance.now(),
        form,
        keys: [],
        request: undefined,
        isSent: false,
        isBegun: false,
        call: undefined,
        promise: undefined,
        isDecoding: false,
        isRaw: false,
      };
      observer.safely(() => follow(options, observation));
      requests.isObserved = true;
      requests.form = undefined;
      try {
        const promise = original.call(this, options, ...rest) as ClientPromise;
        observer.safely(() => observePromise(promise, observation));
        return promise;
      } finally {
        requests.isObserved = false;
      }
    };

  return { request, makeRequest, prepareRequest };
}

/** Finds the observation by the options, or by their promise, which the client passes between methods. */
function follow(options: unknown, observation: Observation): void {
  if (typeof options !== "object" || options === null) return;
  remember(options, observation);
  const note = (prepared: unknown): void => {
    if (typeof prepared !== "object" || prepared === null) return;
    observation.observer.safely(() => {
      observation.request = readRequest(prepared);
      remember(prepared, observation);
    });
  };
  // Registered before the client awaits the promise, so it is called first. The client handles its rejection.
  if (options instanceof Promise) void Promise.prototype.then.call(options, note, () => undefined);
  else note(options);
}

function remember(key: object, observation: Observation): void {
  requests.underWay.set(key, observation);
  observation.keys.push(key);
}

/** A `WeakMap` keeps its values until a major collection, long after the call. */
function forget({ keys }: Observation): void {
  for (const key of keys.splice(0)) requests.underWay.delete(key);
}

const makeRequest: Wrap = (original) =>
  function (this: object, options: unknown, ...rest: unknown[]) {
    const observation = observationOf(options);
    // A retry, or the inner of two observers: the request is recorded already.
    if (observation === undefined || observation.isSent)
      return original.call(this, options, ...rest) as Promise<unknown>;
    observation.isSent = true;
    const sending = original.call(this, options, ...rest) as Promise<unknown>;
    const end = (work: () => void): void =>
      observation.observer.safely(() => {
        forget(observation);
        // The body is unknown if the request failed before it was built.
        begin(this, undefined, observation);
        work();
      });
    // Returns the chained promise: a handler on a separate branch would hide an unhandled rejection.
    return sending.then(
      (answer) => {
        end(() => noteAnswer(observation));
        return answer;
      },
      (error: unknown) => {
        end(() => observation.call?.failed(error));
        throw error;
      },
    );
  };

const prepareRequest: Wrap = (original) =>
  function (this: object, init: unknown, context: { options?: object }, ...rest: unknown[]) {
    const observation = observationOf(context.options);
    observation?.observer.safely(() => begin(this, init as RequestBody, observation));
    const prepared = original.call(this, init, context, ...rest);
    if (!observation?.call?.asksForUsage || observation.isRaw) return prepared;
    return Promise.resolve(prepared).then(() => observation.observer.safely(() => askForUsage(init)));
  };

/** Starts the record of the call, on the first request. */
function begin(client: object, init: RequestBody | undefined, observation: Observation): void {
  const { observer, request, startedAt, form, isBegun } = observation;
  if (isBegun || request === undefined) return;
  observation.isBegun = true;
  observation.call = observer.begin({ client, request, init: init ?? {}, form, startedAt });
  // Released early, because the options may live longer.
  observation.request = undefined;
}

function observationOf(options: unknown): Observation | undefined {
  return typeof options === "object" && options !== null ? requests.underWay.get(options) : undefined;
}
/**
 * A response that is not parsed immediately may never be parsed, as with `asResponse()`. If it is parsed later, the
 * record is completed.
 */
function noteAnswer(observation: Observation): void {
  const { call, observer, promise } = observation;
  if (call === undefined) return;
  observer.safely(() => call.responded());
  // The caller awaited the response, or a derived promise, before it arrived.
  if (promise?.parsedPromise === undefined) void noteUnread(observation, call);
}

/** Number of microtasks after which the response is parsed, if the caller awaited it before it arrived. */
const MICROTASKS = 8;

async function noteUnread(observation: Observation, call: ObservedCall): Promise<void> {
  for (let passed = 0; passed < MICROTASKS; passed += 1) {
    if (observation.isDecoding) return;
    await Promise.resolve();
  }
  const timer: unknown = setTimeout(() => {
    if (!observation.isDecoding) observation.observer.safely(() => call.lost("unread"));
  });
  if (typeof timer === "object" && timer !== null && "unref" in timer && typeof timer.unref === "function")
    timer.unref();
}

function observePromise(promise: ClientPromise, observation: Observation): void {
  const { observer } = observation;
  const report = (data: unknown): unknown => {
    observer.safely(() => reportData(data, observation));
    return data;
  };
  const fail = (error: unknown): never => {
    observer.safely(() => observation.call?.failed(error));
    throw error;
  };

  /** Observes one promise. `note` receives decoded data that the promise does not return itself. */
  function observeOne(one: ClientPromise, note: (data: unknown) => unknown): ClientPromise {
    const { parseResponse, asResponse } = one;
    replace(one, "parseResponse", (...values: unknown[]) => {
      observation.isDecoding = true;
      return parseResponse.apply(one, values).then(note, fail);
    });
    hide(one, "asResponse", () => {
      // `withResponse` starts decoding before it requests the response.
      observation.isRaw = one.parsedPromise === undefined;
      return asResponse.call(one);
    });
    // Promises that override `_thenUnwrap` derive others without their `parseResponse`.
    if (!Object.hasOwn(one, "_thenUnwrap")) return one;
    const derive = one._thenUnwrap;
    replace(one, "_thenUnwrap", (transform: (data: unknown, props: unknown) => unknown) => {
      const derived = derive.call(one, (data, props) => transform(note(data), props));
      return observeOne(derived, (data) => data);
    });
    return one;
  }

  observation.promise = promise;
  observeOne(promise, report);
}

function reportData(data: unknown, { call, observer }: Observation): void {
  if (call === undefined) return;
  if (isClientStream(data)) return observeStream(data, call, observer);
  if (isResponse(data)) observeBinary(data, call, observer);
  call.parsed(data);
}
