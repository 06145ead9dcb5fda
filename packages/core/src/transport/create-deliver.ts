import type { Configuration } from "../configuration.ts";
import { createDeadline } from "./deadline.ts";
import type { Exchange } from "./exchange.ts";
import { requestHeaders } from "./request-headers.ts";
import { readJson, toHttpError } from "./response.ts";

export interface EncodedRequest {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly encoding?: string | undefined;
  /** Whether the browser completes the request even if the page is closed. */
  readonly keepalive?: boolean | undefined;
}

/** Sends a GraphQL request once. Resolves to the whole response, including its errors. */
export type Deliver = (
  request: EncodedRequest,
  options: { timeoutMs: number; signal?: AbortSignal },
) => Promise<object>;

const NAME = "ingestSteps";

/** Maximum size of the response to a batch, in bytes. The response has one result per record. */
const MAX_RESULT_BYTES = 4 * 1024 * 1024;

/** Creates the function that sends batches. It never retries, because {@link Delivery} does. */
export function createDeliver(
  options: Pick<Configuration, "apiKey" | "url" | "environment">,
  exchange: Exchange,
): Deliver {
  const url = `${options.url}/api/graphql`;
  const common = requestHeaders(options);

  return async ({ body, encoding, keepalive = false }, { timeoutMs, signal }) => {
    const headers = new Headers(common);
    if (encoding !== undefined) headers.set("content-encoding", encoding);
    const deadline = createDeadline({ what: `${NAME} at ${url}`, timeoutMs, signal });
    try {
      const init = { method: "POST", headers, body, ...(keepalive && { keepalive }) };
      const answer = await exchange(url, init, { name: NAME, deadline, maxBytes: MAX_RESULT_BYTES });
      if (!answer.ok) throw toHttpError(NAME, url, answer);
      return readJson(NAME, answer.text);
    } finally {
      deadline.clear();
    }
  };
}
