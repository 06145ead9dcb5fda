import { createHash } from "node:crypto";
import type { FileStorage } from "./file-storage.ts";
import { S3Bucket, S3Error } from "./s3-bucket.ts";
import type { S3Credentials } from "./s3-credentials.ts";
import { parseS3Location } from "./s3-location.ts";
import { uploadObject } from "./s3-upload.ts";

export interface S3FileStorageOptions {
  /** `s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1`. */
  readonly url: string;
  readonly credentials: S3Credentials | undefined;
  /** Where the URL names none; `us-east-1` by default, which stores other than AWS take for any. */
  readonly region?: string | undefined;
  /** Whether nothing will be written, and no more is asked for than that. */
  readonly readOnly?: boolean | undefined;
}

/**
 * Files in a bucket of an S3-compatible store. The key of a file stands behind the prefix as it is, by project; a key that
 * is not of our making, as an import may bring, stands there as its SHA-256. Rejects with an {@link S3Error} that says what
 * to do when the bucket cannot be used.
 */
export async function openS3FileStorage(options: S3FileStorageOptions): Promise<FileStorage> {
  const { url, credentials, region, readOnly = false } = options;
  const location = parseS3Location(url);
  if (credentials === undefined) {
    throw new S3Error(
      "The files are in an S3 bucket, which needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.",
      null,
    );
  }
  const bucket = new S3Bucket(location, credentials, location.region ?? region ?? "us-east-1");
  const locate = (objectKey: string): string => `${location.prefix}${nameObject(objectKey)}`;
  await probe(bucket, `${location.prefix}~probe`, readOnly);

  return {
    write: (objectKey, content, { maxBytes }) => uploadObject(bucket, locate(objectKey), content, maxBytes),
    async read(objectKey, range) {
      const headers = range && { range: `bytes=${range.start}-${range.end}` };
      const answer = await bucket.send({ method: "GET", key: locate(objectKey), headers }, [200, 206, 404]);
      if (answer.status !== 404) return answer.body ?? new Blob([]).stream();
      await requireMissing(answer);
      return null;
    },
    async stat(objectKey) {
      const answer = await bucket.send({ method: "HEAD", key: locate(objectKey) }, [200, 404]);
      return answer.status === 404 ? null : { size: Number(answer.headers.get("content-length")) };
    },
    async delete(objectKey) {
      const key = locate(objectKey);
      const found = await bucket.send({ method: "HEAD", key }, [200, 404]);
      if (found.status === 404) return false;
      await bucket.send({ method: "DELETE", key }, [200, 204, 404]);
      return true;
    },
    urlOf: (objectKey, { seconds, contentType, contentDisposition }) =>
      bucket.presign(locate(objectKey), seconds, {
        "response-content-type": contentType,
        "response-content-disposition": contentDisposition,
      }),
  };
}

/** A key of ours is two plain names; in a URL any other might mean something else than it says. */
function nameObject(objectKey: string): string {
  if (/^[\w-]{1,128}\/[\w-]{1,128}$/.test(objectKey)) return objectKey;
  return `~/${createHash("sha256").update(objectKey).digest("hex")}`;
}

/** Writes an empty object, or reads it where nothing may change, so that what is wrong is told at the start. */
async function probe(bucket: S3Bucket, key: string, readOnly: boolean): Promise<void> {
  try {
    if (!readOnly) return void (await bucket.send({ method: "PUT", key, body: new Uint8Array() }, [200]));
    const answer = await bucket.send({ method: "GET", key }, [200, 404]);
    await (answer.status === 404 ? requireMissing(answer) : answer.body?.cancel());
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    // Whoever may not list a bucket is not told that a key is missing.
    if (readOnly && error.code === "AccessDenied") return;
    const advice = "Check the files URL (--files-url), AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.";
    throw new S3Error(`${error.message} ${advice}`, error.code, error);
  }
}

/** A bucket that is not there answers by the same status as a key that is not. */
async function requireMissing(answer: Response): Promise<void> {
  if ((await answer.text()).includes("<Code>NoSuchBucket</Code>")) {
    throw new S3Error("There is no such bucket.", "NoSuchBucket");
  }
}
