import type { Configuration } from "../configuration.ts";
import { ThreadlineError } from "../errors.ts";
import { createDeadline } from "./deadline.ts";
import { networkError } from "./network-error.ts";
import { redirectOfBytes } from "./redirect.ts";
import { requestHeaders } from "./request-headers.ts";
import { readText } from "./read-text.ts";
import { readJson, toHttpError } from "./response.ts";

/** A GraphQL request that is JSON already. */
export interface EncodedRequest {
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** How the body is compressed; undefined: not at all. */
  readonly encoding?: string | undefined;
}

/** Sends a GraphQL request once, and resolves to its whole answer, errors included. */
export type Deliver = (
  request: EncodedRequest,
  options: { timeoutMs: number; signal?: AbortSignal },
) => Promise<object>;

const NAME = "ingestSteps";

/** The longest answer to a batch that is read, in bytes: it has a line for each record. */
const MAX_RESULT = 4 * 1024 * 1024;

/** What the delivery sends with: the caller's `fetch` and a deadline, without retries, which are the delivery's own. */
export function createDeliver(options: Pick<Configuration, "apiKey" | "url" | "environment" | "fetch">): Deliver {
  const url = `${options.url}/api/graphql`;
  const common = requestHeaders(options);
  const ofBytes = redirectOfBytes();

  return async ({ body, encoding }, { timeoutMs, signal }) => {
    const headers = new Headers(common);
    if (encoding !== undefined) headers.set("content-encoding", encoding);
    const deadline = createDeadline({ what: `${NAME} at ${url}`, timeoutMs, signal });
    const redirect = typeof body === "string" ? "manual" : ofBytes;
    let answer: { status: number; headers: Headers; text: string };
    try {
      const init: RequestInit = { method: "POST", headers, body, signal: deadline.signal, redirect };
      const response = await deadline.race(options.fetch(url, init));
      const text = await deadline.race(readText(response.body, { what: `${NAME}: ${url}`, maxBytes: MAX_RESULT }));
      answer = { status: response.status, headers: response.headers, text };
    } catch (cause) {
      deadline.rethrow();
      if (cause instanceof ThreadlineError) throw cause;
      throw networkError(NAME, url, cause);
    } finally {
      deadline.clear();
    }
    const failure = toHttpError(NAME, url, answer);
    if (failure !== undefined) throw failure;
    return readJson(NAME, answer.text);
  };
}
