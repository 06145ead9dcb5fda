import { ResponseError } from "../errors.ts";

/** The longest event that is read, in characters. */
const MAX_EVENT = 16 * 1024 * 1024;

/**
 * The data of each `next` event of an answer in GraphQL over SSE; ends at its `complete` event. Rejects when the body breaks off
 * before that, or is stopped by the signal.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<unknown, undefined> {
  const reader = body.getReader();
  // A `fetch` of the caller's may not listen to its signal once it has answered.
  const stop = (): void => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new Error("the stream broke off");
      text += decoder.decode(value, { stream: true });
      const messages = text.split("\n\n");
      text = messages.pop() ?? "";
      if (text.length > MAX_EVENT) throw new ResponseError(`an event is longer than ${MAX_EVENT} characters`);
      for (const message of messages) {
        const fields = new Map(message.split("\n").map(readField));
        if (fields.get("event") === "complete") return undefined;
        // Comments only keep the connection open.
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
