import type { Configuration } from "../configuration.ts";
import { createDeadline } from "./deadline.ts";
import type { Exchange } from "./exchange.ts";
import { requestHeaders } from "./request-headers.ts";
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

/** Maximum length of the answer to a batch, in bytes: it has a line for each record. */
const MAX_RESULT_BYTES = 4 * 1024 * 1024;

/** Sends batches without retries, which are the delivery's own. */
export function createDeliver(
  options: Pick<Configuration, "apiKey" | "url" | "environment">,
  exchange: Exchange,
): Deliver {
  const url = `${options.url}/api/graphql`;
  const common = requestHeaders(options);

  return async ({ body, encoding }, { timeoutMs, signal }) => {
    const headers = new Headers(common);
    if (encoding !== undefined) headers.set("content-encoding", encoding);
    const deadline = createDeadline({ what: `${NAME} at ${url}`, timeoutMs, signal });
    try {
      const init = { method: "POST", headers, body };
      const answer = await exchange(url, init, { name: NAME, deadline, maxBytes: MAX_RESULT_BYTES });
      if (!answer.ok) throw toHttpError(NAME, url, answer);
      return readJson(NAME, answer.text);
    } finally {
      deadline.clear();
    }
  };
}
