import { FileTooLargeError } from "./file-storage.ts";
import { readTag, S3Error, type S3Bucket } from "./s3-bucket.ts";

/** Bytes; all parts but the last are of one size, which some stores demand. */
const leastPartSize = 8 * 2 ** 20;
const maximumParts = 10_000;

/** What a browser makes of an object that it reaches without the words of a signed URL: a download, and nothing to run. */
const objectHeaders = { "content-type": "application/octet-stream", "content-disposition": "attachment" };

/**
 * Writes an object, holding two parts of it at most, and resolves to its length in bytes once the store has it. Until then
 * a reader sees what was there before. Rejects with a {@link FileTooLargeError} as soon as `maxBytes` is passed.
 */
export async function uploadObject(
  bucket: S3Bucket,
  key: string,
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<number> {
  const parts = cut(content, Math.max(leastPartSize, Math.ceil(maxBytes / maximumParts)), maxBytes);
  try {
    const { value: first = new Uint8Array() } = await parts.next();
    const second = await parts.next();
    if (second.done !== true) return await uploadParts(bucket, key, [first, second.value], parts);
    await bucket.send({ method: "PUT", key, headers: objectHeaders, body: first }, [200]);
    return first.byteLength;
  } finally {
    await parts.return(undefined);
  }
}

type Part = Uint8Array<ArrayBuffer>;

async function uploadParts(
  bucket: S3Bucket,
  key: string,
  firstParts: readonly Part[],
  rest: AsyncIterable<Part>,
): Promise<number> {
  const begun = await bucket.send({ method: "POST", key, query: { uploads: "" }, headers: objectHeaders }, [200]);
  const uploadId = readTag(await begun.text(), "UploadId");
  if (uploadId === null) throw new S3Error("The store began an upload without a name.", null);
  try {
    const tags: string[] = [];
    let size = 0;
    async function* parts(): AsyncGenerator<Part> {
      yield* firstParts;
      yield* rest;
    }
    for await (const body of parts()) {
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
    // The status comes before the work is done, so that a failure stands in the text.
    const code = readTag(await done.text(), "Code");
    if (code !== null) throw new S3Error(`The store could not put the parts of a file together (${code}).`, code);
    return size;
  } catch (error) {
    await bucket.send({ method: "DELETE", key, query: { uploadId } }, [204, 200, 404]).catch(() => undefined);
    throw error;
  }
}

/** Pieces of exactly that size, but for the last. */
async function* cut(content: AsyncIterable<Uint8Array>, partSize: number, maxBytes: number): AsyncGenerator<Part> {
  let held: Uint8Array[] = [];
  let length = 0;
  let total = 0;
  for await (let chunk of content) {
    total += chunk.byteLength;
    if (total > maxBytes) throw new FileTooLargeError(maxBytes);
    while (length + chunk.byteLength >= partSize) {
      yield join([...held, chunk.subarray(0, partSize - length)]);
      chunk = chunk.subarray(partSize - length);
      held = [];
      length = 0;
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
