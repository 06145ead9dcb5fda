const QUESTION = '"stream_options":{"include_usage":true}';

/**
 * Adds `stream_options` to a serialized request, so that the provider sends the token usage. Does not change the
 * caller's object.
 */
export function askForUsage(init: unknown): void {
  const request = init as { body?: unknown; headers?: unknown };
  const { body } = request;
  if (typeof body !== "string" || !body.startsWith("{") || body.length < 3) return;
  request.body = body.includes('"stream_options"') ? mergeQuestion(body) : `${body.slice(0, -1)},${QUESTION}}`;
  const { headers } = request;
  // The new body has another length. Version 4 of the openai package has already set `content-length`, so the header
  // must be updated.
  if (typeof headers === "object" && headers !== null && "content-length" in headers) {
    headers["content-length"] = String(new TextEncoder().encode(String(request.body)).byteLength);
  }
}

function mergeQuestion(body: string): string {
  const parsed = JSON.parse(body) as { stream_options?: object | null };
  return JSON.stringify({ ...parsed, stream_options: { ...parsed.stream_options, include_usage: true } });
}
