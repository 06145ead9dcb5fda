import { ResponseError } from "../errors.ts";

/** Reads the text of a body. If the body is larger than `maxBytes`, stops and rejects with a {@link ResponseError}. */
export async function readText(
  body: ReadableStream<Uint8Array>,
  { what, maxBytes }: { what: string; maxBytes: number },
): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > maxBytes) {
      void reader.cancel().catch(() => {});
      throw new ResponseError(`${what} returned more than ${maxBytes} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
