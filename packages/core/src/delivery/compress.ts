import type * as Zlib from "node:zlib";
import { free } from "./text-arena.ts";

/** Minimum size for compression, in bytes. Smaller requests fit into one or two packets anyway. */
const MIN_COMPRESSED_BYTES = 1_024;

export interface CompressedBody {
  body: Uint8Array<ArrayBuffer>;
  encoding?: "br" | "gzip" | undefined;
}

/**
 * Compresses a body of at least 1 KiB if the runtime supports it. Never rejects. The caller must not use the argument
 * afterwards, because its memory may be reused.
 */
export async function compress(body: Uint8Array<ArrayBuffer>): Promise<CompressedBody> {
  if (body.length < MIN_COMPRESSED_BYTES) return { body };
  try {
    return await (compressInNode(body) ?? compressByStream(body));
  } catch {
    return { body };
  }
}

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

export interface SyncCompression {
  compress: (whole: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
  decompress: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
}

export function syncCompression(): SyncCompression | undefined {
  const zlib = nodeZlib();
  if (zlib === undefined) return undefined;
  return {
    // `brotliCompressSync` returns a view of a larger buffer. The bytes are copied, so that the larger buffer can be
    // freed.
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
  // zlib returns its output in chunks, and each chunk takes a turn of the event loop. The chunk size is a quarter of
  // the input, but at least 4 and at most 128 KiB. If the output is not larger than that, one chunk suffices.
  return { params, chunkSize: Math.min(128 * 1024, Math.max(4 * 1024, size >> 2)) };
}

async function compressByStream(body: Uint8Array<ArrayBuffer>): Promise<CompressedBody> {
  if (typeof CompressionStream === "undefined") return { body };
  const stream = new Blob([body]).stream().pipeThrough(new CompressionStream("gzip"));
  return { body: new Uint8Array(await new Response(stream).arrayBuffer()), encoding: "gzip" };
}
