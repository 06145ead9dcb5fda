import {
  hide,
  type ObservedCall,
  observeIterator,
  requests as shared,
  startNow,
  type Wrap,
} from "@threadline/core/internal";
import type { GivenRequest } from "./given-request.ts";
import type { Recorder } from "./recorder.ts";

type Current = () => Recorder | undefined;

interface ClientResponse {
  json: () => Promise<unknown>;
}

/**
 * Returns wrappers for the two methods of the client that send requests. All other methods call one of them. With
 * automatic function calling, every round of tool calls is a separate request.
 */
export function wrapRequests(current: Current): Record<string, Wrap> {
  return {
    request: (original) =>
      wrapMethod(original, current, (response, call, observer) => {
        call.responded();
        reportJson(response as ClientResponse, observer, {
          data: (data) => call.parsed(data),
          failed: (error) => call.failed(error),
        });
      }),
    requestStream: (original) =>
      wrapMethod(original, current, (events, call, observer, { abortSignal }) => {
        call.responded();
        observer.watch(events as object, call, "unread");
        const controller = abortSignal === undefined ? undefined : { signal: abortSignal };
        observeIterator(events as AsyncIterator<unknown>, {
          call: eventsOf(call, observer, abortSignal),
          observer,
          controller,
        });
      }),
  };
}

function wrapMethod(
  original: Parameters<Wrap>[0],
  current: Current,
  answered: (answer: unknown, call: ObservedCall, observer: Recorder, given: GivenRequest) => void,
): ReturnType<Wrap> {
  return function (this: object, ...values: unknown[]) {
    const observer = current();
    // If both a client and its class are observed, a request passes through two wrappers. Only the outer wrapper
    // records the request, and `isObserved` is set while the inner wrapper runs.
    if (observer === undefined || shared.isObserved) return original.apply(this, values);
    const startedAt = startNow();
    // Only methods of the client call the wrapped method, and they always pass a `GivenRequest`.
    const given = (values[0] ?? {}) as GivenRequest;
    shared.isObserved = true;
    let answer: unknown;
    try {
      answer = original.apply(this, values);
    } finally {
      shared.isObserved = false;
    }
    const call = observer.safely(() => observer.begin(this, given, startedAt));
    if (call === undefined || !(answer instanceof Promise)) return answer;
    return answer.then(
      (value: unknown) => {
        observer.safely(() => answered(value, call, observer, given));
        return value;
      },
      (error: unknown) => {
        observer.safely(() => call.failed(error));
        throw error;
      },
    );
  };
}

function reportJson(
  response: ClientResponse,
  observer: Recorder,
  report: { data: (data: unknown) => void; failed: (error: unknown) => void },
): void {
  const { json } = response;
  hide(response, "json", () =>
    json.call(response).then(
      (data) => {
        observer.safely(() => report.data(data));
        return data;
      },
      (error: unknown) => {
        observer.safely(() => report.failed(error));
        throw error;
      },
    ),
  );
}

/**
 * Wraps a call, so that its stream is observed. Each event of the stream is a response of the API, and is reported
 * when the client reads its JSON. An error that the client throws after an abort is reported as an abort, and not as a
 * failure.
 */
function eventsOf(call: ObservedCall, observer: Recorder, signal: AbortSignal | undefined): ObservedCall {
  return {
    asksForUsage: false,
    responded: () => call.responded(),
    parsed: (data) => call.parsed(data),
    received: (event) =>
      reportJson(event as ClientResponse, observer, {
        data: (data) => call.received(data),
        failed: (error) => call.failed(error),
      }),
    streamEnded: (how) => call.streamEnded(how),
    failed: (error) => (signal?.aborted === true ? call.streamEnded("aborted") : call.failed(error)),
    lost: (from) => call.lost(from),
    attach: (file) => call.attach(file),
  };
}
