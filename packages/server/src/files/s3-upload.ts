import { FileTooLargeError } from "./file-storage.ts";
import { readTag, S3Error, type S3Bucket } from "./s3-bucket.ts";
import type { UploadMemory } from "./upload-memory.ts";
import type { UploadSlots } from "./upload-slots.ts";

export interface UploadLimits {
  /**
   * Limits the memory for the first parts of uploads. An upload that fills its first part takes one of the `slots`,
   * which limit the memory of large uploads, and releases the memory for its first part. It fails if no slot is free.
   */
  readonly memory: UploadMemory;
  readonly slots: UploadSlots;
}

export interface UploadBounds {
  readonly maxBytes: number;
  /** Maximum size in bytes, if known. */
  readonly size?: number | undefined;
}

/** Minimum part size in bytes. All parts but the last have the same size, which some stores require. */
const minPartSize = 8 * 2 ** 20;
const maximumParts = 10_000;

/**
 * Headers that are stored with an object. With these headers, a browser downloads the object and runs none of its code.
 * A signed URL can have parameters that override the headers in the response.
 */
const objectHeaders = { "content-type": "application/octet-stream", "content-disposition": "attachment" };

/**
 * Writes an object, with at most two parts in memory. Resolves to its size in bytes once it is stored. Until then,
 * readers see the previous content. Rejects with a {@link FileTooLargeError} when `maxBytes` or the announced size is
 * exceeded.
 */
export async function uploadObject(
  bucket: S3Bucket,
  key: string,
  content: AsyncIterable<Uint8Array>,
  { maxBytes, size = maxBytes, limits }: UploadBounds & { readonly limits: UploadLimits },
): Promise<number> {
  const limit = Math.min(maxBytes, size);
  const partSize = Math.max(minPartSize, Math.ceil(limit / maximumParts));
  const release = await limits.memory.take(Math.min(limit, partSize));
  const parts = cut(content, partSize, limit);
  // Parts in memory. A part is removed from this list when it is sent. Nothing else references it, so its memory can
  // then be freed.
  const held: Part[] = [];
  const hold = async (): Promise<boolean> => {
    const { value, done } = await parts.next();
    if (done !== true) held.push(value);
    return done !== true;
  };
  const send = async (): Promise<number> => {
    if (await hold()) return uploadParts(bucket, key, drain(held, parts));
    const body = held.pop() ?? new Uint8Array();
    await bucket.send({ method: "PUT", key, headers: objectHeaders, body }, [200]);
    return body.byteLength;
  };
  const sendLarge = (): Promise<number> => {
    // This upload now has a slot, which limits its memory. So the memory reserved for its first part is released.
    release();
    return send();
  };
  try {
    await hold();
    return await (held[0]?.byteLength === partSize ? limits.slots.use(sendLarge) : send());
  } finally {
    release();
    await parts.return(undefined);
  }
}

async function* drain(held: Part[], rest: AsyncIterable<Part>): AsyncGenerator<Part> {
  for (let part = held.shift(); part !== undefined; part = held.shift()) yield part;
  yield* rest;
}

type Part = Uint8Array<ArrayBuffer>;

async function uploadParts(bucket: S3Bucket, key: string, parts: AsyncIterable<Part>): Promise<number> {
  const started = await bucket.send({ method: "POST", key, query: { uploads: "" }, headers: objectHeaders }, [200]);
  const uploadId = readTag(await started.text(), "UploadId");
  if (uploadId === null)
    throw new S3Error(
      "The S3 bucket did not start a multipart upload. Check that it supports multipart uploads.",
      null,
    );
  try {
    const tags: string[] = [];
    let size = 0;
    for await (const body of parts) {
      const query = { partNumber: String(tags.length + 1), uploadId };
      const answer = await bucket.send({ method: "PUT", key, query, body }, [200]);
      await answer.arrayBuffer();
      tags.push(answer.headers.get("etag") ?? "");
      size += body.byteLength;
    }
    const list = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escape(tag)}</ETag></Part>`,
    );
    const body = new TextEncoder().encode(`<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`);
    const done = await bucket.send({ method: "POST", key, query: { uploadId }, body }, [200]);
    // S3 sends the status before it completes the upload, so a failure is reported in the body.
    const code = readTag(await done.text(), "Code");
    if (code !== null)
      throw new S3Error(
        `The S3 bucket could not complete the multipart upload (${code}). Upload the file again.`,
        code,
      );
    return size;
  } catch (error) {
    await bucket.send({ method: "DELETE", key, query: { uploadId } }, [204, 200, 404]).catch(() => undefined);
    throw error;
  }
}

async function* cut(content: AsyncIterable<Uint8Array>, partSize: number, maxBytes: number): AsyncGenerator<Part> {
  const held: Uint8Array[] = [];
  let length = 0;
  let total = 0;
  for await (let chunk of content) {
    total += chunk.byteLength;
    if (total > maxBytes) throw new FileTooLargeError(maxBytes);
    while (length + chunk.byteLength >= partSize) {
      held.push(chunk.subarray(0, partSize - length));
      chunk = chunk.subarray(partSize - length);
      length = 0;
      yield join(held.splice(0));
    }
    held.push(chunk);
    length += chunk.byteLength;
  }
  if (length > 0) yield join(held);
}

function join(pieces: readonly Uint8Array[]): Part {
  return Buffer.concat(pieces);
}

function escape(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
