import type { Fetch } from "../configuration.ts";
import { ThreadlineError } from "../errors.ts";
import type { Deadline } from "./deadline.ts";
import { networkError, place } from "./network-error.ts";
import { readText } from "./read-text.ts";

/** Maximum length of an answer, in bytes: a page of a hundred large steps fits. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/** Details of an exchange beside the request. */
export interface ExchangeOptions {
  /** The operation, for error messages. */
  name: string;
  deadline: Deadline;
  maxBytes?: number;
}

/** A response whose body is read; `stream` is set instead of `text` for an event stream. */
export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly stream?: ReadableStream<Uint8Array> | undefined;
}

/**
 * Sends one request and resolves to its answer, whatever the status.
 *
 * @throws {NetworkError} when no answer came, or its body broke off.
 * @throws {TimeoutError} at the deadline.
 * @throws {ResponseError} when the body is too long.
 */
export type Exchange = (url: string, init: RequestInit, options: ExchangeOptions) => Promise<Answer>;

/**
 * The only path to the network, for operations (below `ofetch`), subscriptions and the delivery. It adds what neither `fetch` nor
 * `ofetch` does: a deadline that covers the body and holds though `fetch` ignores its signal, no redirects, a bounded body, and
 * errors without the query of the URL, which may hold a signature.
 */
export function createExchange(fetch: Fetch): Exchange {
  const redirectOfBytes = refuseRedirectOfBytes();
  return async (url, init, { name, deadline, maxBytes = MAX_ANSWER_BYTES }) => {
    const { signal } = deadline;
    // A redirect would carry the key to wherever it leads.
    const redirect = typeof init.body === "string" ? "manual" : redirectOfBytes;
    try {
      const { ok, status, headers, body } = await deadline.race(fetch(url, { ...init, signal, redirect }));
      const answer = { ok, status, headers, text: "" };
      if (!body) return answer;
      if (ok && headers.get("content-type")?.startsWith("text/event-stream")) return { ...answer, stream: body };
      const what = `${name}: ${place(url)}`;
      return { ...answer, text: await deadline.race(readText(body, { what, maxBytes })) };
    } catch (cause) {
      deadline.rethrow();
      throw cause instanceof ThreadlineError ? cause : networkError(name, url, cause);
    }
  };
}

/**
 * How a request whose body is bytes or a stream refuses a redirect. In any mode but `error` Node's fetch keeps a copy of the whole
 * body; Cloudflare Workers refuse to make a request in that mode.
 */
function refuseRedirectOfBytes(): "error" | "manual" {
  try {
    return new Request("http://localhost/", { redirect: "error" }).redirect === "error" ? "error" : "manual";
  } catch {
    return "manual";
  }
}
