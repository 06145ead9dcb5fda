import { readSignedUpload } from "./api/signed-upload.ts";
import type { Configuration } from "./configuration.ts";
import { createDeadline } from "./transport/deadline.ts";
import type { Exchange } from "./transport/exchange.ts";
import { requestHeaders } from "./transport/request-headers.ts";
import { readJson, toHttpError } from "./transport/response.ts";

const NAME = "createAttachment";
const SIGNING_TIMEOUT_MS = 10_000;

export interface BrowserFile {
  readonly content: Blob;
  readonly fileName: string;
  readonly contentType: string;
  readonly threadId: string | null | undefined;
}

export type BrowserUpload = (file: BrowserFile) => Promise<string | null>;

export function createBrowserUpload(
  options: Pick<Configuration, "apiKey" | "url" | "environment">,
  exchange: Exchange,
): BrowserUpload {
  async function send(url: string, init: RequestInit, timeoutMs?: number): Promise<string> {
    const deadline = createDeadline({ what: `${NAME} at ${options.url}`, timeoutMs });
    try {
      const answer = await exchange(url, init, { name: NAME, deadline });
      if (!answer.ok) throw toHttpError(NAME, url, answer);
      return answer.text;
    } finally {
      deadline.clear();
    }
  }

  return async ({ content, ...file }) => {
    const body = JSON.stringify({ ...file, size: content.size, uploadType: "raw" });
    const request = { method: "POST", headers: requestHeaders(options), body };
    const answer = await send(`${options.url}/api/upload/file`, request, SIGNING_TIMEOUT_MS);
    const { method, url, headers, fields } = readSignedUpload(readJson(NAME, answer));
    // No timeout, because sending a file over a slow connection may take long.
    await send(new URL(url, `${options.url}/`).href, {
      method,
      headers: { ...headers, "content-type": file.contentType },
      body: content,
    });
    return fields["key"] ?? null;
  };
}
