import { askForUsage } from "./ask-for-usage.ts";
import { isResponse, observeBinary } from "./observe-binary.ts";
import { isClientStream, observeStream } from "./observe-stream.ts";
import type { CallObserver, ObservedCall, RequestOptions } from "./observed-call.ts";
import { hide, replace, type Wrap } from "./patch.ts";

/** The client's promise of an answer: it sends at once, and decodes when it is first awaited. */
interface ClientPromise {
  parseResponse: (...values: unknown[]) => Promise<unknown>;
  parsedPromise?: unknown;
  asResponse: () => Promise<unknown>;
  _thenUnwrap: (transform: (data: unknown, props: unknown) => unknown) => ClientPromise;
}

/**
 * On the options of a request that is observed, also by a patch of the client inside one of its class: its observation. A field, since
 * what a `WeakMap` holds outlives every minor collection, all that leads on from it included.
 */
const OBSERVED = Symbol.for("threadline.openai.observed");

/** A request under way. */
interface Observation {
  observer: CallObserver;
  /** Undefined until the request is prepared, and when it is of no interest. */
  call: ObservedCall | undefined;
  /** Undefined until the caller has it. */
  promise: ClientPromise | undefined;
  /** Whether somebody has the answer decoded. */
  isDecoding: boolean;
  /** Whether the caller reads the bytes: then nothing may be asked for that would have to be hidden. */
  isRaw: boolean;
}

/**
 * Wrappers for the methods that every call passes through once, whichever method or helper of the client makes it: `request`
 * answers with the promise that the caller gets, `makeRequest` sends, `prepareRequest` may still change what is sent.
 */
export function observeRequests(current: () => CallObserver | undefined): Record<string, Wrap> {
  const request: Wrap = (original) =>
    function (this: object, options: unknown, ...rest: unknown[]) {
      const observer = current();
      if (observer === undefined || observationOf(options)) return original.call(this, options, ...rest);
      const startedAt = performance.now();
      const observation: Observation = {
        observer,
        call: undefined,
        promise: undefined,
        isDecoding: false,
        isRaw: false,
      };
      const sent = Promise.resolve(options).then((prepared: unknown) => {
        // What the caller gave itself is not ours to change; what a method of the client made of it is seen by nobody else.
        const own = prepared === options ? { ...(prepared as object) } : (prepared as object);
        observer.safely(() => {
          observation.call = observer.begin({ client: this, request: own as RequestOptions, startedAt });
          if (observation.call) hide(own, OBSERVED, observation);
        });
        return own;
      });
      hide(sent, OBSERVED, observation);
      const promise = original.call(this, sent, ...rest) as ClientPromise;
      observer.safely(() => observePromise(promise, observation));
      return promise;
    };

  return { request, makeRequest, prepareRequest };
}

const makeRequest: Wrap = (original) =>
  function (this: object, options: unknown, ...rest: unknown[]) {
    const sending = original.call(this, options, ...rest) as Promise<unknown>;
    // An attempt that is made again has options instead of a promise of them.
    const observation = options instanceof Promise ? observationOf(options) : undefined;
    if (observation === undefined) return sending;
    // A chain, not a branch: a rejection that nobody handles must stay one.
    return sending.then(
      (answer) => {
        noteAnswer(observation);
        return answer;
      },
      (error: unknown) => {
        observation.observer.safely(() => observation.call?.failed(error));
        throw error;
      },
    );
  };

const prepareRequest: Wrap = (original) =>
  function (this: object, init: unknown, context: { options?: object }) {
    const prepared = original.call(this, init, context);
    const observation = observationOf(context.options);
    if (!observation?.call?.asksForUsage || observation.isRaw) return prepared;
    return Promise.resolve(prepared).then(() => observation.observer.safely(() => askForUsage(init)));
  };

function observationOf(options: unknown): Observation | undefined {
  if (typeof options !== "object" || options === null) return undefined;
  return (options as { [OBSERVED]?: Observation })[OBSERVED];
}

/** An answer that nobody decodes at once may never be decoded, as with `asResponse()`. If it is later, the record is completed. */
function noteAnswer(observation: Observation): void {
  const { call, observer, promise } = observation;
  if (call === undefined) return;
  observer.safely(() => call.responded());
  // Somebody has awaited the answer before it came, or one derived from it.
  if (promise?.parsedPromise === undefined) void noteUnread(observation, call);
}

/** As many as pass until the answer is decoded for somebody who has awaited it before it came. */
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

  /** `note` takes what was decoded, where the promise does not pass it on by itself. */
  function observeOne(one: ClientPromise, note: (data: unknown) => unknown): ClientPromise {
    const { parseResponse, asResponse } = one;
    replace(one, "parseResponse", (...values: unknown[]) => {
      observation.isDecoding = true;
      return parseResponse.apply(one, values).then(note, fail);
    });
    hide(one, "asResponse", () => {
      // `withResponse` begins to decode before it asks for the response.
      observation.isRaw = one.parsedPromise === undefined;
      return asResponse.call(one);
    });
    // Where the promise has its own way to derive others from it, they do not pass through its `parseResponse`.
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
