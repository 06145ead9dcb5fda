import type * as Zlib from "node:zlib";
import { free } from "./text-arena.ts";

/** Below this a request takes one packet or two as it is. */
const SMALLEST = 1_024;

/** A body with the coding that it has; undefined for none. */
export interface CompressedBody {
  body: Uint8Array<ArrayBuffer>;
  encoding?: "br" | "gzip" | undefined;
}

/** The body compressed where that pays and the runtime can; it never fails. What it is given is used up. */
export async function compress(body: Uint8Array<ArrayBuffer>): Promise<CompressedBody> {
  if (body.length < SMALLEST) return { body };
  try {
    return await (compressInNode(body) ?? compressAtTheEdge(body));
  } catch {
    return { body };
  }
}

/** Off the main thread. */
function compressInNode(whole: Uint8Array<ArrayBuffer>): Promise<CompressedBody> | undefined {
  const zlib = nodeZlib();
  if (zlib === undefined) return undefined;
  return new Promise((resolve, reject) => {
    zlib.brotliCompress(whole, fastest(zlib, whole.length), (error, body) => {
      if (error) return reject(error);
      free(whole);
      resolve({ body, encoding: "br" });
    });
  });
}

/** Compression within the call, for what stays in memory. */
export interface CompressNow {
  compress: (whole: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
  decompress: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
}

/** Undefined where the runtime has none. */
export function compressNow(): CompressNow | undefined {
  const zlib = nodeZlib();
  if (zlib === undefined) return undefined;
  return {
    // A copy: the result is a part of a larger piece of memory.
    compress: (whole) => Uint8Array.from(zlib.brotliCompressSync(whole, fastest(zlib, whole.length))),
    decompress: (bytes) => zlib.brotliDecompressSync(bytes),
  };
}

function nodeZlib(): typeof Zlib | undefined {
  const hasModules = typeof process !== "undefined" && "getBuiltinModule" in process;
  return hasModules ? (process.getBuiltinModule("node:zlib") as typeof Zlib | undefined) : undefined;
}

function fastest({ constants }: typeof Zlib, size: number): Zlib.BrotliOptions {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: 0, [BROTLI_PARAM_LGWIN]: 18, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT };
  // One piece of output: each costs a turn of the event loop.
  return { params, chunkSize: Math.min(128 * 1024, Math.max(4 * 1024, size >> 2)) };
}

async function compressAtTheEdge(body: Uint8Array<ArrayBuffer>): Promise<CompressedBody> {
  if (typeof CompressionStream === "undefined") return { body };
  const stream = new Blob([body]).stream().pipeThrough(new CompressionStream("gzip"));
  return { body: new Uint8Array(await new Response(stream).arrayBuffer()), encoding: "gzip" };
}
