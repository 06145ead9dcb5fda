/** Below this a request takes one packet or two as it is. */
const SMALLEST = 1_024;

/** A body with the coding that it has; undefined for none. */
export interface CompressedBody {
  body: string | Uint8Array<ArrayBuffer>;
  encoding?: "gzip" | undefined;
}

interface Zlib {
  gzip: (
    text: string,
    options: { level: number },
    callback: (error: Error | null, bytes: Uint8Array<ArrayBuffer>) => void,
  ) => void;
}

/** The body compressed with gzip where that pays and the runtime can; it never fails. */
export async function compress(text: string): Promise<CompressedBody> {
  if (text.length < SMALLEST) return { body: text };
  try {
    const body = await gzip(text);
    return body === undefined ? { body: text } : { body, encoding: "gzip" };
  } catch {
    return { body: text };
  }
}

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const zlib = typeof process === "undefined" ? undefined : process.getBuiltinModule?.("node:zlib");
  if (zlib !== undefined) {
    // The fastest level: records repeat themselves, so that the others take twice the time for little. Off the main thread.
    return new Promise((resolve, reject) => {
      (zlib as Zlib).gzip(text, { level: 1 }, (error, bytes) => (error ? reject(error) : resolve(bytes)));
    });
  }
  if (typeof CompressionStream === "undefined") return undefined;
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
