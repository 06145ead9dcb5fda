import type * as Zlib from "node:zlib";

/** Below this a request takes one packet or two as it is. */
const SMALLEST = 1_024;

/** A body with the coding that it has; undefined for none. */
export interface CompressedBody {
  body: string | Uint8Array<ArrayBuffer>;
  encoding?: "br" | "gzip" | undefined;
}

/** The body compressed where that pays and the runtime can; it never fails. */
export async function compress(text: string): Promise<CompressedBody> {
  if (text.length < SMALLEST) return { body: text };
  try {
    return await (compressInNode(text) ?? compressAtTheEdge(text));
  } catch {
    return { body: text };
  }
}

/** Off the main thread. */
function compressInNode(text: string): Promise<CompressedBody> | undefined {
  const hasModules = typeof process !== "undefined" && "getBuiltinModule" in process;
  const zlib = hasModules ? (process.getBuiltinModule("node:zlib") as typeof Zlib | undefined) : undefined;
  if (zlib === undefined) return undefined;
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT } = zlib.constants;
  const params = { [BROTLI_PARAM_QUALITY]: 0, [BROTLI_PARAM_LGWIN]: 18, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT };
  return new Promise((resolve, reject) => {
    // One piece of output: each costs a turn of the event loop.
    zlib.brotliCompress(text, { params, chunkSize: CHUNK_BYTES }, (error, body) =>
      error ? reject(error) : resolve({ body, encoding: "br" }),
    );
  });
}

const CHUNK_BYTES = 128 * 1024;

async function compressAtTheEdge(text: string): Promise<CompressedBody> {
  if (typeof CompressionStream === "undefined") return { body: text };
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return { body: new Uint8Array(await new Response(stream).arrayBuffer()), encoding: "gzip" };
}
