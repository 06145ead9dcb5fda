import type { Fetch } from "../configuration.ts";
import { ThreadlineError } from "../errors.ts";
import type { Deadline } from "./deadline.ts";
import { networkError, withoutQuery } from "./network-error.ts";
import { readText } from "./read-text.ts";

/** Maximum size of a response, in bytes: a page of a hundred large steps fits. */
const MAX_RESPONSE_BYTES = 256 * 1024 * 1024;

export interface ExchangeOptions {
  /** Name of the operation, for error messages. */
  name: string;
  deadline: Deadline;
  maxBytes?: number;
}

/** A response whose body is read; `stream` is set instead of `text` for an event stream. */
export interface HttpResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly stream?: ReadableStream<Uint8Array> | undefined;
}

/**
 * Sends one request and resolves to its response, whatever the status.
 *
 * @throws {NetworkError} without a response, or when its body ends early.
 * @throws {TimeoutError} at the deadline.
 * @throws {ResponseError} when the body is too long.
 */
export type Exchange = (url: string, init: RequestInit, options: ExchangeOptions) => Promise<HttpResponse>;

/**
 * The only path to the network, for operations (below `ofetch`), subscriptions and the delivery. It adds what `fetch` and `ofetch`
 * lack: a deadline that covers the body and holds even if `fetch` ignores its signal, no redirects, a limit of the body, and errors
 * without the query of the URL, which may contain a signature.
 */
export function createExchange(fetch: Fetch): Exchange {
  const redirectOfBytes = refuseRedirectOfBytes();
  return async (url, init, { name, deadline, maxBytes = MAX_RESPONSE_BYTES }) => {
    const { signal } = deadline;
    // A redirect would send the key to another host.
    const redirect = typeof init.body === "string" ? "manual" : redirectOfBytes;
    try {
      const { ok, status, headers, body } = await deadline.race(fetch(url, { ...init, signal, redirect }));
      const answer = { ok, status, headers, text: "" };
      if (!body) return answer;
      if (ok && headers.get("content-type")?.startsWith("text/event-stream")) return { ...answer, stream: body };
      const what = `${name}: ${withoutQuery(url)}`;
      return { ...answer, text: await deadline.race(readText(body, { what, maxBytes })) };
    } catch (cause) {
      deadline.rethrow();
      throw cause instanceof ThreadlineError ? cause : networkError(name, url, cause);
    }
  };
}

/**
 * Returns the redirect mode for bodies of bytes or streams. In any mode but `error`, Node's fetch keeps a copy of the whole body;
 * Cloudflare Workers do not support `error`.
 */
function refuseRedirectOfBytes(): "error" | "manual" {
  try {
    return new Request("http://localhost/", { redirect: "error" }).redirect === "error" ? "error" : "manual";
  } catch {
    return "manual";
  }
}
