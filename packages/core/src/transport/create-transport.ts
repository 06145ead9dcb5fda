import { createFetch } from "ofetch";
import { type Configuration, isHeaderValue } from "../configuration.ts";
import { ConfigError, GraphQLRequestError, ResponseError, ThreadlineError } from "../errors.ts";
import { createDeadline, type Deadline } from "./deadline.ts";
import { createDisabledTransport } from "./disabled-transport.ts";
import { readEvents } from "./event-stream.ts";
import { readText } from "./read-text.ts";
import { readErrors, readJson, toHttpError } from "./response.ts";
import { networkError, place } from "./network-error.ts";
import { redirectOfBytes } from "./redirect.ts";
import { requestHeaders } from "./request-headers.ts";
import { retryDelay } from "./retry.ts";
import { serialize } from "./serialize.ts";
import type { CallOptions, Transport } from "./transport.ts";

/** What a transport needs of the configuration, with the time and the chance that tests replace. */
export interface TransportOptions extends Pick<
  Configuration,
  "apiKey" | "url" | "environment" | "disabled" | "fetch" | "timeoutMs" | "maxRetries"
> {
  /** A number from 0 up to 1. */
  random?: () => number;
}

/** One request as the transport sends it, again and again where that is safe. */
interface Message {
  /** What the caller asked for, for messages. */
  name: string;
  url: string;
  method: "POST" | "PUT";
  headers: Record<string, string>;
  body: NonNullable<RequestInit["body"]>;
  isSafeToRetry: boolean;
}

/** A redirect would carry the key to wherever it leads. */
const NO_REDIRECT: RequestInit = { redirect: "manual" };

interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** The transport over HTTP: ofetch over the caller's `fetch`, with deadlines, retries and one kind of error for each kind of failure. */
export function createTransport(options: TransportOptions): Transport {
  if (options.disabled) return createDisabledTransport();
  const { apiKey, url: baseUrl, environment, fetch, timeoutMs, maxRetries, random = Math.random } = options;
  const ofBytes = redirectOfBytes();
  const request = createFetch({ fetch, Headers, AbortController });

  async function attempt({ name, url, method, headers, body }: Message, deadline: Deadline): Promise<Answer> {
    try {
      const {
        status,
        headers: answered,
        _data: content,
      } = await deadline.race(
        request.raw<ReadableStream<Uint8Array>, "stream">(url, {
          method,
          headers,
          body,
          signal: deadline.signal,
          responseType: "stream",
          ignoreResponseError: true,
          retry: false,
          ...(typeof body === "string" ? NO_REDIRECT : { redirect: ofBytes }),
        }),
      );
      const text = await deadline.race(readText(content, { what: `${name}: ${place(url)}` }));
      return { status, headers: answered, text };
    } catch (cause) {
      deadline.rethrow();
      if (cause instanceof ThreadlineError) throw cause;
      // ofetch wraps what `fetch` raised in an error that repeats the URL, with its signature; the cause stays without it.
      const origin = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause;
      throw networkError(name, url, origin);
    }
  }

  async function send(message: Message, call: CallOptions, limitMs: number | undefined): Promise<Answer> {
    const what = `${message.name} at ${place(message.url)}`;
    const deadline = createDeadline({ what, signal: call.signal, timeoutMs: call.timeoutMs ?? limitMs });
    try {
      for (let retries = 0; ; retries += 1) {
        let failure: unknown;
        try {
          const answer = await attempt(message, deadline);
          failure = toHttpError(message.name, place(message.url), answer);
          if (failure === undefined) return answer;
        } catch (error) {
          failure = error;
        }
        const delay = message.isSafeToRetry && retries < maxRetries ? retryDelay(failure, retries, random) : undefined;
        if (delay === undefined || delay >= deadline.remainingMs()) throw failure;
        await deadline.wait(delay);
      }
    } finally {
      deadline.clear();
    }
  }

  function headersOf(call: CallOptions): Record<string, string> {
    const env = call.environment ?? environment;
    if (env !== undefined && !isHeaderValue(env)) {
      throw new ConfigError("environment holds characters that a header cannot carry; use printable ASCII");
    }
    return requestHeaders({ apiKey, environment: env });
  }

  return {
    async graphql<Data>(
      { name, document, isSafeToRetry }: Parameters<Transport["graphql"]>[0],
      variables: object,
      call: CallOptions = {},
    ) {
      const answer = await send(
        {
          name,
          url: `${baseUrl}/api/graphql`,
          method: "POST",
          headers: headersOf(call),
          body: serialize({ query: document, variables }),
          isSafeToRetry,
        },
        call,
        timeoutMs,
      );
      return readData<Data>(name, readJson(name, answer.text));
    },

    async stream<Data>(
      { name, document }: Parameters<Transport["stream"]>[0],
      variables: object,
      call: CallOptions = {},
    ) {
      const url = `${baseUrl}/api/graphql`;
      const { signal } = call;
      const deadline = createDeadline({ what: `${name} at ${url}`, signal, timeoutMs: call.timeoutMs ?? timeoutMs });
      const left = new AbortController();
      const ended = AbortSignal.any(signal ? [left.signal, signal] : [left.signal]);
      const explain = (cause: unknown): never => {
        signal?.throwIfAborted();
        if (cause instanceof ThreadlineError) throw cause;
        throw networkError(name, url, cause);
      };
      const open = async (): Promise<ReadableStream<Uint8Array>> => {
        const response = await fetch(url, {
          method: "POST",
          headers: { ...headersOf(call), accept: "text/event-stream" },
          body: serialize({ query: document, variables }),
          signal: ended,
          ...NO_REDIRECT,
        });
        const { status, headers, body } = response;
        if (status === 200 && body && headers.get("content-type")?.startsWith("text/event-stream")) return body;
        const failure = toHttpError(name, url, {
          status,
          headers,
          text: await readText(body, { what: `${name}: ${url}` }),
        });
        throw failure ?? new ResponseError(`${name}: ${url} does not answer with events`);
      };
      try {
        const events = readEvents(await deadline.race(open()), ended);
        const iterator: AsyncIterableIterator<Data, undefined> = {
          async next() {
            const { done, value } = await events.next().catch(explain);
            return done ? { done, value: undefined } : { done: false, value: readData<Data>(name, value) };
          },
          async return() {
            left.abort();
            await events.return(undefined);
            return { done: true, value: undefined };
          },
          [Symbol.asyncIterator]: () => iterator,
        };
        return iterator;
      } catch (cause) {
        left.abort();
        return explain(cause);
      } finally {
        deadline.clear();
      }
    },

    async post(name, path, content, call = {}) {
      const answer = await send(
        {
          name,
          url: `${baseUrl}${path}`,
          method: "POST",
          headers: headersOf(call),
          body: serialize(content),
          isSafeToRetry: true,
        },
        call,
        timeoutMs,
      );
      return readJson(name, answer.text);
    },

    async upload(url, { method, headers, body }, call = {}) {
      const target = new URL(url, `${baseUrl}/`).href;
      await send(
        { name: "uploadFile", url: target, method, headers: { ...headers }, body, isSafeToRetry: false },
        call,
        undefined,
      );
    },
  };
}

/** The data of an answer, which a client of the types of the document claims to know. */
function readData<Data>(name: string, body: unknown): Data {
  const errors = readErrors(body);
  if (errors.length > 0) {
    throw new GraphQLRequestError(`${name}: ${errors.map(({ message }) => message).join("; ")}`, errors);
  }
  const { data } = body as { data?: Data | null };
  if (typeof data !== "object" || data === null) throw new ResponseError(`${name}: the answer holds no data`);
  return data;
}
