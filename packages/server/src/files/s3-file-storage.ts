import { createHash } from "node:crypto";
import type { FileStorage } from "./file-storage.ts";
import { readTag, S3Bucket, S3Error } from "./s3-bucket.ts";
import type { S3Credentials } from "../config/s3-credentials.ts";
import { parseS3Location } from "../config/s3-location.ts";
import { uploadObject } from "./s3-upload.ts";
import { UploadMemory } from "./upload-memory.ts";
import { UploadSlots } from "./upload-slots.ts";

/** Maximum concurrent multipart uploads. Each has at most two parts in memory. */
const largeUploads = 8;
/**
 * Each upload starts with its first part in memory; a small upload has no other part. `bytes` limits the total memory
 * of these parts. If it is used up, at most `maxWaiting` uploads wait, each for at most `patience` milliseconds.
 */
const smallUploads = { bytes: 64 * 2 ** 20, patience: 20_000, maxWaiting: 1_000 };

export interface S3FileStorageOptions {
  /** `s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1`. */
  readonly url: string;
  readonly credentials: S3Credentials | undefined;
  /** Whether only read access is required. Default: false. */
  readonly readOnly?: boolean | undefined;
}

/**
 * Opens a file storage in a bucket of an S3-compatible service. Rejects with an {@link S3Error} that describes a remedy
 * if the bucket cannot be used.
 *
 * Objects are named by the prefix in `url` and the object key of the file. A key that the service did not create, such
 * as one from an import, is replaced with its SHA-256.
 */
export async function openS3FileStorage(options: S3FileStorageOptions): Promise<FileStorage> {
  const { url, credentials, readOnly = false } = options;
  const location = parseS3Location(url);
  if (credentials === undefined) {
    throw new S3Error(
      "The files are in an S3 bucket. Set its credentials in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
      null,
    );
  }
  const bucket = new S3Bucket(location, credentials, location.region ?? "us-east-1");
  const locate = (objectKey: string): string => `${location.prefix}${nameObject(objectKey)}`;
  const limits = { memory: new UploadMemory(smallUploads), slots: new UploadSlots(largeUploads) };
  await probe(bucket, location.prefix, readOnly);

  return {
    write: (objectKey, content, bounds) => uploadObject(bucket, locate(objectKey), content, { ...bounds, limits }),
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

/**
 * Returns the object name of a key. Generated keys have two plain parts. Other keys are hashed, because their
 * characters could change the meaning of a URL.
 */
function nameObject(objectKey: string): string {
  if (/^[\w-]{1,128}\/[\w-]{1,128}$/.test(objectKey)) return objectKey;
  return `~/${createHash("sha256").update(objectKey).digest("hex")}`;
}

/**
 * Tests the bucket, so that problems are reported at startup. Reads a missing object and, unless read-only, writes an
 * empty one.
 */
async function probe(bucket: S3Bucket, prefix: string, readOnly: boolean): Promise<void> {
  try {
    if (!readOnly) await bucket.send({ method: "PUT", key: `${prefix}~probe`, body: new Uint8Array() }, [200]);
    await requireMissing(await bucket.send({ method: "GET", key: `${prefix}~missing` }, [404]));
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    const advice =
      error.code === "AccessDenied"
        ? "The credentials need s3:PutObject, s3:GetObject, s3:DeleteObject and s3:AbortMultipartUpload on the objects, and " +
          "s3:ListBucket on the bucket. Without it, a missing file looks like a forbidden one."
        : "Check the files URL (--files-url), AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.";
    throw new S3Error(`${error.message} ${advice}`, error.code, error);
  }
}

/**
 * Throws unless a response means that the key is missing. A missing bucket or wrong credentials may have the same
 * status.
 */
async function requireMissing(answer: Response): Promise<void> {
  const code = readTag(await answer.text(), "Code");
  if (code !== null && code !== "NoSuchKey")
    throw new S3Error(`The S3 bucket responded with status ${answer.status} (${code}).`, code);
}
