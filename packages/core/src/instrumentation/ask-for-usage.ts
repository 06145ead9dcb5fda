const QUESTION = '"stream_options":{"include_usage":true}';

/** Makes a serialized request ask for token usage. The caller's object is not changed. */
export function askForUsage(init: unknown): void {
  const request = init as { body?: unknown; headers?: unknown };
  const { body } = request;
  if (typeof body !== "string" || !body.startsWith("{") || body.length < 3) return;
  request.body = body.includes('"stream_options"') ? mergeQuestion(body) : `${body.slice(0, -1)},${QUESTION}}`;
  const { headers } = request;
  // Version 4 of the openai package has already set the header `content-length` from the body as it was before this
  // change.
  if (typeof headers === "object" && headers !== null && "content-length" in headers) {
    headers["content-length"] = String(new TextEncoder().encode(String(request.body)).byteLength);
  }
}

function mergeQuestion(body: string): string {
  const parsed = JSON.parse(body) as { stream_options?: object | null };
  return JSON.stringify({ ...parsed, stream_options: { ...parsed.stream_options, include_usage: true } });
}
