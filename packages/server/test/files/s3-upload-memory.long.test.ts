import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { S3Bucket, type S3Request } from "../../src/files/s3-bucket.ts";
import { openS3FileStorage } from "../../src/files/s3-file-storage.ts";
import { parseS3Location } from "../../src/config/s3-location.ts";
import { uploadObject } from "../../src/files/s3-upload.ts";
import { UploadMemory } from "../../src/files/upload-memory.ts";
import { UploadSlots } from "../../src/files/upload-slots.ts";
import { startTestServer } from "../test-server.ts";
import { startS3, type S3Server } from "./s3-server.ts";

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

const partSize = 8 * 2 ** 20;
const plenty = { bytes: partSize, patience: 60_000, maxWaiting: 100 };

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Tracks the parts that were sent, by weak references. */
class WatchedBucket extends S3Bucket {
  readonly parts: WeakRef<Uint8Array>[] = [];

  override async send(request: S3Request, statuses: readonly number[]): Promise<Response> {
    const number = Number(request.query?.["partNumber"] ?? 0);
    if (number > 0 && request.body) this.parts.push(new WeakRef(request.body));
    // Only the current part may still be in memory.
    if (number > 2) await vi.waitFor(() => this.#requireGone(), { timeout: 20_000, interval: 20 });
    return super.send(request, statuses);
  }

  #requireGone(): void {
    collect();
    const left = this.parts.slice(0, -1).filter((part) => part.deref() !== undefined);
    if (left.length > 0) throw new Error(`${left.length} parts that were sent are still held`);
  }
}

test("a multipart upload releases each part after sending it", async () => {
  const location = parseS3Location(s3.filesUrl("files/parts"));
  const bucket = new WatchedBucket(location, s3.credentials, "us-east-1");
  async function* content(): AsyncGenerator<Uint8Array> {
    for (let sent = 0; sent < 4 * partSize; sent += 2 ** 20) yield new Uint8Array(2 ** 20);
  }
  expect(
    await uploadObject(bucket, "parts/p/1", content(), {
      maxBytes: 5 * partSize,
      limits: { memory: new UploadMemory(plenty), slots: new UploadSlots(1) },
    }),
  ).toBe(4 * partSize);
  expect(bucket.parts.length).toBe(4);
});

test("large uploads are limited; one more is rejected with Retry-After, and small ones continue", async () => {
  const filesUrl = s3.filesUrl("files/slots");
  const service = startTestServer({ filesUrl, s3Credentials: s3.credentials });
  const sign = async (): Promise<string> => {
    const { put } = (await (
      await service.server.fetch("http://localhost/api/upload/file", {
        method: "POST",
        headers: { "x-api-key": "tl_test-key", "content-type": "application/json" },
        body: JSON.stringify({ fileName: "f", uploadType: "raw" }),
      })
    ).json()) as { put: { url: string } };
    return put.url;
  };
  const end = Promise.withResolvers<void>();
  /** Returns a stream that is longer than a part, and whose end is delayed. */
  const slow = (): ReadableStream<Uint8Array> => {
    let sent = 0;
    return new ReadableStream({
      async pull(controller) {
        if (sent > partSize) {
          await end.promise;
          return controller.close();
        }
        sent += 2 ** 20;
        controller.enqueue(new Uint8Array(2 ** 20));
      },
    });
  };
  const large = async (url: string): Promise<Response> => {
    const init = { method: "PUT", body: slow(), duplex: "half" };
    return service.server.fetch(url, init);
  };
  const urls = await Promise.all(Array.from({ length: 9 }, sign));
  const running = urls.map(large);
  const refused = await Promise.race(running);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: "RATE_LIMITED" } }] });
  expect((await service.server.fetch(await sign(), { method: "PUT", body: "small" })).status).toBe(204);
  end.resolve();
  const statuses = (await Promise.all(running)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array<number>(8).fill(204), 429]);
  expect((await large(urls[statuses.indexOf(429)] ?? "")).status).toBe(204);
  const storage = await openS3FileStorage({ url: filesUrl, credentials: s3.credentials });
  const key = new URL(urls[0] ?? "").pathname.replace("/api/files/", "");
  expect(await storage.stat(key)).toEqual({ size: 9 * 2 ** 20 });
});

test("small uploads share a memory limit, and all complete", async () => {
  const location = parseS3Location(s3.filesUrl("files/small"));
  const size = 2 ** 16;
  const most = 3;
  let [held, maxHeld] = [0, 0];
  /** Counts the bytes that were read but not sent yet. */
  class CountingBucket extends S3Bucket {
    override async send(request: S3Request, statuses: readonly number[]): Promise<Response> {
      const answer = await super.send(request, statuses);
      held -= request.body?.byteLength ?? 0;
      return answer;
    }
  }
  async function* content(): AsyncGenerator<Uint8Array> {
    held += size;
    maxHeld = Math.max(maxHeld, held);
    yield new Uint8Array(size);
  }
  const bucket = new CountingBucket(location, s3.credentials, "us-east-1");
  const limits = { memory: new UploadMemory({ ...plenty, bytes: most * size }), slots: new UploadSlots(1) };
  const uploads = Array.from({ length: 20 }, (_, index) =>
    uploadObject(bucket, `small/p/${index}`, content(), { maxBytes: partSize, size, limits }),
  );
  expect(await Promise.all(uploads)).toEqual(uploads.map(() => size));
  expect(maxHeld).toBe(most * size);
  // A body longer than announced is rejected, because no memory is reserved for it.
  await expect(uploadObject(bucket, "small/p/x", content(), { maxBytes: partSize, size: 9, limits })).rejects.toThrow(
    "larger than 9 bytes",
  );
});
