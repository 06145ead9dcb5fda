import { ResponseError } from "../errors.ts";

/** Resolves to the text of a body; rejects with a {@link ResponseError} when it has more than `maxBytes`, and reads no further. */
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
      throw new ResponseError(`${what} answered with more than ${maxBytes} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
