import { type Configuration, isHeaderValue } from "../configuration.ts";
import type { Document } from "../documents/document.ts";
import { ConfigError, GraphQLRequestError, ResponseError, ThreadlineError } from "../errors.ts";
import { createDeadline } from "./deadline.ts";
import { createDisabledTransport } from "./disabled-transport.ts";
import { readEvents } from "./event-stream.ts";
import { type HttpResponse, createExchange } from "./exchange.ts";
import { networkError, withoutQuery } from "./network-error.ts";
import { request, type RequestOptions } from "./request.ts";
import { requestHeaders } from "./request-headers.ts";
import { readErrors, readJson } from "./response.ts";
import { serialize } from "./serialize.ts";
import type { CallOptions, Transport } from "./transport.ts";

/** Options of a transport. `random` is replaced in tests. */
export interface TransportOptions extends Pick<
  Configuration,
  "apiKey" | "url" | "environment" | "disabled" | "fetch" | "timeoutMs" | "maxRetries"
> {
  random?: () => number;
}

type Message = Pick<RequestOptions, "name" | "url" | "method" | "headers" | "body"> & { isRepeatable: boolean };

export function createTransport(options: TransportOptions): Transport {
  if (options.disabled) return createDisabledTransport();
  const { apiKey, url: baseUrl, environment, fetch, timeoutMs, maxRetries, random = Math.random } = options;
  const exchange = createExchange(fetch);

  async function send(
    { isRepeatable, ...message }: Message,
    { signal, timeoutMs: limitMs }: Pick<CallOptions, "signal" | "timeoutMs">,
  ): Promise<HttpResponse> {
    const what = `${message.name} at ${withoutQuery(message.url)}`;
    const deadline = createDeadline({ what, signal, timeoutMs: limitMs });
    try {
      return await request(exchange, { ...message, deadline, maxRetries: isRepeatable ? maxRetries : 0, random });
    } finally {
      deadline.clear();
    }
  }

  function toMessage({ name, path, content, isRepeatable }: JsonRequest, call: CallOptions): Message {
    const env = call.environment ?? environment;
    if (env !== undefined && !isHeaderValue(env)) {
      throw new ConfigError("environment has characters that are not allowed in an HTTP header; use printable ASCII");
    }
    const headers = requestHeaders({ apiKey, environment: env });
    return { name, url: `${baseUrl}${path}`, method: "POST", headers, body: serialize(content), isRepeatable };
  }

  return {
    async graphql(document, variables, call = {}) {
      const message = toMessage(graphqlRequest(document, variables), call);
      const { text } = await send(message, { ...call, timeoutMs: call.timeoutMs ?? timeoutMs });
      return readData(document, readJson(document.name, text));
    },

    async stream<Data>(document: Document<Data, never>, variables: object, call: CallOptions = {}) {
      const message = toMessage(graphqlRequest(document, variables), call);
      const headers = { ...message.headers, accept: "text/event-stream" };
      const left = new AbortController();
      const signal = AbortSignal.any(call.signal ? [left.signal, call.signal] : [left.signal]);
      const answer = await send({ ...message, headers }, { signal, timeoutMs: call.timeoutMs ?? timeoutMs });
      if (answer.stream === undefined) {
        throw new ResponseError(
          `${message.name}: ${message.url} did not respond with an event stream; check that url points to a Threadline service`,
        );
      }
      const events = readEvents(answer.stream, signal);
      const iterator: AsyncIterableIterator<Data, undefined> = {
        async next() {
          try {
            const { done, value } = await events.next();
            return done ? { done, value: undefined } : { done: false, value: readData(document, value) };
          } catch (cause) {
            call.signal?.throwIfAborted();
            throw cause instanceof ThreadlineError ? cause : networkError(message.name, message.url, cause);
          }
        },
        async return() {
          left.abort();
          await events.return(undefined);
          return { done: true, value: undefined };
        },
        [Symbol.asyncIterator]: () => iterator,
      };
      return iterator;
    },

    async post(name, path, content, call = {}) {
      const message = toMessage({ name, path, content, isRepeatable: true }, call);
      const { text } = await send(message, { ...call, timeoutMs: call.timeoutMs ?? timeoutMs });
      return readJson(name, text);
    },

    async upload(url, upload, call = {}) {
      const target = new URL(url, `${baseUrl}/`).href;
      await send({ name: "uploadFile", url: target, ...upload, isRepeatable: false }, call);
    },
  };
}

interface JsonRequest {
  name: string;
  path: string;
  content: object;
  isRepeatable: boolean;
}

function graphqlRequest({ name, text, isRepeatable }: Document<unknown, never>, variables: object): JsonRequest {
  return { name, path: "/api/graphql", content: { query: text, variables }, isRepeatable };
}

function readData<Data>({ name }: Document<Data, never>, body: unknown): Data {
  const errors = readErrors(body);
  if (errors.length > 0) {
    throw new GraphQLRequestError(`${name}: ${errors.map(({ message }) => message).join("; ")}`, errors);
  }
  const { data } = body as { data?: Data | null };
  if (typeof data !== "object" || data === null) throw new ResponseError(`${name}: the response has no data`);
  return data;
}
