import { createFetch } from "ofetch";
import { HttpError, ThreadlineError } from "../errors.ts";
import type { Deadline } from "./deadline.ts";
import type { HttpResponse, Exchange } from "./exchange.ts";
import { isTransient, TRANSIENT_STATUSES } from "./is-transient.ts";
import { toHttpError } from "./response.ts";

export interface RequestOptions {
  name: string;
  url: string;
  method: "POST" | "PUT";
  headers: Readonly<Record<string, string>>;
  body: NonNullable<RequestInit["body"]>;
  deadline: Deadline;
  maxRetries: number;
  random: () => number;
}

const RETRY_BASE_MS = 250;
const MAX_RETRY_MS = 8_000;

/**
 * Status that `ofetch` uses for a request without a response. `ofetch` retries only the statuses in `RETRY_STATUSES`. A
 * real response with this status is not retried, because `retryDelay` then throws.
 */
const NO_RESPONSE = 500;
const RETRY_STATUSES = [NO_RESPONSE, ...TRANSIENT_STATUSES];

/**
 * Sends a request with `ofetch`, and retries it. Resolves to a response with a status from 200 to 299. In addition to
 * what `ofetch` does, respects `Retry-After`, adds jitter, and applies one timeout to all attempts and delays.
 */
export async function request(exchange: Exchange, options: RequestOptions): Promise<HttpResponse> {
  const { name, url, method, headers, body, deadline, maxRetries, random } = options;
  // `ofetch` parses a response by reading its field `body`. An `HttpResponse` has no such field, so `ofetch` returns it
  // unchanged.
  const send = createFetch({
    fetch: async (_, init = {}) => (await exchange(url, init, { name, deadline })) as unknown as Response,
  });
  try {
    const response = await deadline.race(
      send.raw(url, {
        method,
        headers,
        body,
        retry: maxRetries,
        retryStatusCodes: RETRY_STATUSES,
        onRequest: () => deadline.rethrow(),
        onResponseError: (context) => {
          context.error = toHttpError(name, url, context.response as unknown as HttpResponse);
        },
        retryDelay: ({ error, options: { retry } }) => {
          if (!isTransient(error)) throw error;
          // This part of the delay is random (full jitter), so that clients that failed at the same time do not retry
          // at the same time.
          const jitter = random() * Math.min(MAX_RETRY_MS, RETRY_BASE_MS * 2 ** (maxRetries - Number(retry)));
          const delay = jitter + (error instanceof HttpError ? (error.retryAfterMs ?? 0) : 0);
          if (delay >= deadline.remainingMs()) throw error;
          return delay;
        },
      }),
    );
    const answer = response as unknown as HttpResponse;
    // `ofetch` does not treat a redirect as an error.
    if (!answer.ok) throw toHttpError(name, url, answer);
    return answer;
  } catch (error) {
    deadline.rethrow();
    if (error instanceof ThreadlineError) throw error;
    // `ofetch` wraps the error in another one, whose message contains the whole URL.
    throw error instanceof Error && error.cause instanceof ThreadlineError ? error.cause : error;
  }
}
