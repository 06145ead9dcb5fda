import type { Fetch } from "../configuration.ts";
import { ThreadlineError } from "../errors.ts";
import type { Deadline } from "./deadline.ts";
import { networkError, withoutQuery } from "./network-error.ts";
import { readText } from "./read-text.ts";

/** Maximum size of a response, in bytes. A page of 100 large steps fits. */
const MAX_RESPONSE_BYTES = 256 * 1024 * 1024;

export interface ExchangeOptions {
  name: string;
  deadline: Deadline;
  maxBytes?: number;
}

/** A response with its body as `text`. For an event stream, `stream` is set instead. */
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
 * @throws {NetworkError} when there is no response, or when its body ends early.
 * @throws {TimeoutError} at the deadline.
 * @throws {ResponseError} when the body is too long.
 */
export type Exchange = (url: string, init: RequestInit, options: ExchangeOptions) => Promise<HttpResponse>;

/**
 * Creates the function that sends all requests. It limits the size of the response, refuses redirects, and rejects at
 * the deadline even if `fetch` ignores its signal. Its errors omit the query of the URL, which may contain a signature.
 */
export function createExchange(fetch: Fetch): Exchange {
  const redirectOfBytes = refuseRedirectOfBytes();
  return async (url, init, { name, deadline, maxBytes = MAX_RESPONSE_BYTES }) => {
    const { signal } = deadline;
    // Redirects are refused, because they would send the key to another host.
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
 * Returns the redirect mode for a request whose body is bytes or a stream. No redirect is followed in either mode. With
 * `manual`, Node keeps a copy of the whole body, so the mode is `error` where the runtime supports it. Cloudflare
 * Workers do not.
 */
function refuseRedirectOfBytes(): "error" | "manual" {
  try {
    return new Request("http://localhost/", { redirect: "error" }).redirect === "error" ? "error" : "manual";
  } catch {
    return "manual";
  }
}
