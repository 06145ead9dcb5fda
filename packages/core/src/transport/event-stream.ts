import { ResponseError } from "../errors.ts";

const MAX_EVENT = 16 * 1024 * 1024;

/**
 * Yields the data of each `next` event of a GraphQL-over-SSE response, until the `complete` event. Rejects when the
 * body ends before that event, or when the signal aborts.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<unknown, undefined> {
  const reader = body.getReader();
  // A custom `fetch` may ignore the signal once it has returned a response. So `stop` cancels the reader.
  const stop = (): void => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new Error("the event stream ended before it was complete");
      text += decoder.decode(value, { stream: true });
      const messages = text.split("\n\n");
      text = messages.pop() ?? "";
      if (text.length > MAX_EVENT)
        throw new ResponseError(`an event of the stream is longer than ${MAX_EVENT} characters`);
      for (const message of messages) {
        const fields = new Map(message.split("\n").map(readField));
        if (fields.get("event") === "complete") return undefined;
        // A message without an event is a comment, which the service sends to keep the connection open.
        if (fields.get("event") === "next") yield JSON.parse(fields.get("data") ?? "");
      }
    }
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}

function readField(line: string): [name: string, value: string] {
  const end = line.indexOf(":");
  return end < 0 ? [line, ""] : [line.slice(0, end), line.slice(end + 1).replace(/^ /, "")];
}
