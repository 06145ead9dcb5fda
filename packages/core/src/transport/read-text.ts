import { ResponseError } from "../errors.ts";

/** The longest answer that is read, in bytes: a page of a hundred large steps fits. */
const MAX_ANSWER = 256 * 1024 * 1024;

/** Resolves to the text of a body; rejects with a {@link ResponseError} when it is longer than it may be, and reads no further. */
export async function readText(
  body: ReadableStream<Uint8Array> | null | undefined,
  { what, maxBytes = MAX_ANSWER }: { what: string; maxBytes?: number },
): Promise<string> {
  if (!body) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > maxBytes) {
      void reader.cancel().catch(() => {});
      throw new ResponseError(`${what} answered with more than ${maxBytes} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
