import type { Duplex } from "node:stream";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { badInput, RecordError } from "../records/errors.ts";

const decompressors: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

const acceptedEncodings: readonly string[] = Object.keys(decompressors);

/**
 * Reads and decompresses the body of a request. Throws `PAYLOAD_TOO_LARGE` if it exceeds `maxBytes` before or after
 * decompression, and `BAD_USER_INPUT` if it is incomplete or badly compressed.
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  /**
   * Called with the number of bytes read so far, and may throw a `RecordError`. Not called for a body that is read in
   * one piece.
   */
  onBytes: (bytes: number) => void = () => {},
): Promise<Buffer> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (length > maxBytes) throw tooLarge(maxBytes);
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  try {
    if (encoding === "identity") {
      // The HTTP server never passes on a longer body than the `content-length` announces. So a body whose announced
      // length is within the limit can be read in one piece, which is faster than in chunks.
      return length <= maxBytes
        ? Buffer.from(await request.arrayBuffer())
        : await collect(chunksOf(request), maxBytes, onBytes);
    }
    const decompressor = Object.hasOwn(decompressors, encoding) ? decompressors[encoding]?.() : undefined;
    if (!decompressor) throw badInput("content-encoding", `must be one of ${acceptedEncodings.join(", ")}`);
    return await pipeline(Readable.from(limited(chunksOf(request), maxBytes)), decompressor, (chunks) =>
      collect(chunks as AsyncIterable<Uint8Array>, maxBytes, onBytes),
    );
  } catch (error) {
    if (error instanceof RecordError) throw error;
    throw badInput("body", encoding === "identity" ? "ended before it was complete" : `is not valid ${encoding}`);
  }
}

/**
 * Reads a body in chunks. If the caller stops early, the connection stays open, so that the sender gets the response.
 */
export async function* chunksOf({ body }: Request): AsyncIterable<Uint8Array> {
  if (body) yield* body.values({ preventCancel: true });
}

async function* limited(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

async function collect(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  onBytes: (bytes: number) => void,
): Promise<Buffer> {
  const collected: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of limited(chunks, maxBytes)) {
    size += chunk.byteLength;
    onBytes(size);
    collected.push(chunk);
  }
  return Buffer.concat(collected);
}

function tooLarge(limit: number): RecordError {
  return new RecordError("PAYLOAD_TOO_LARGE", `body: may have at most ${limit} bytes`, { field: "body", limit });
}
