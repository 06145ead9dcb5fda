import { createFetch } from "ofetch";
import { HttpError, ThreadlineError } from "../errors.ts";
import type { Deadline } from "./deadline.ts";
import type { Answer, Exchange } from "./exchange.ts";
import { isTransient, TRANSIENT_STATUSES } from "./is-transient.ts";
import { toHttpError } from "./response.ts";

/** A request with retries where they are safe. */
export interface RequestOptions {
  /** The operation, for error messages. */
  name: string;
  url: string;
  method: "POST" | "PUT";
  headers: Readonly<Record<string, string>>;
  body: NonNullable<RequestInit["body"]>;
  deadline: Deadline;
  maxRetries: number;
  /** A number from 0 up to 1. */
  random: () => number;
}

const RETRY_BASE_MS = 250;
const MAX_RETRY_MS = 8_000;

/** `ofetch` counts a request without an answer as status 500, which itself is not retried. */
const NO_ANSWER = 500;
const RETRY_STATUSES = [NO_ANSWER, ...TRANSIENT_STATUSES];

/**
 * Sends a request by `ofetch`, which retries it, and resolves to an answer with a status from 200 to 299. Ours is what `ofetch` lacks:
 * `Retry-After`, jitter, and a deadline over all attempts, their bodies and the time between them; its `timeout` covers one attempt
 * up to the headers, and is off beside a signal.
 */
export async function request(exchange: Exchange, options: RequestOptions): Promise<Answer> {
  const { name, url, method, headers, body, deadline, maxRetries, random } = options;
  // `ofetch` reads the status of a response that has no `body`, and returns it: here an `Answer`.
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
          context.error = toHttpError(name, url, context.response as unknown as Answer);
        },
        retryDelay: ({ error, options: { retry } }) => {
          if (!isTransient(error)) throw error;
          // Full jitter keeps many clients from coming back at the same moment.
          const jitter = random() * Math.min(MAX_RETRY_MS, RETRY_BASE_MS * 2 ** (maxRetries - Number(retry)));
          const delay = jitter + (error instanceof HttpError ? (error.retryAfterMs ?? 0) : 0);
          if (delay >= deadline.remainingMs()) throw error;
          return delay;
        },
      }),
    );
    const answer = response as unknown as Answer;
    // A redirect is no error to `ofetch`.
    if (!answer.ok) throw toHttpError(name, url, answer);
    return answer;
  } catch (error) {
    deadline.rethrow();
    if (error instanceof ThreadlineError) throw error;
    // `ofetch` wraps the error in one that repeats the URL.
    throw error instanceof Error && error.cause instanceof ThreadlineError ? error.cause : error;
  }
}
