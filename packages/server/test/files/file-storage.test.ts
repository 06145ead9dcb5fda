import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { openDiskFileStorage } from "../../src/files/disk-file-storage.ts";
import { openS3FileStorage } from "../../src/files/s3-file-storage.ts";
import { listen, type Listener } from "../../src/http/listen.ts";
import { describeFileStorage } from "./describe-file-storage.ts";
import { startS3, type S3Server } from "./s3-server.ts";

let folder: string;
let s3: S3Server;
let listener: Listener;
beforeAll(async () => {
  // As in `threadline serve`, the global `Response` is not the class that `fetch` returns.
  listener = await listen({ fetch: () => new Response() }, { port: 0, replaceGlobals: true });
  folder = await mkdtemp(join(tmpdir(), "threadline-files-"));
  s3 = await startS3();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await Promise.all([s3.stop(), listener.close()]);
});

describeFileStorage("files in a folder", () => openDiskFileStorage(folder));

describeFileStorage("files in an S3 bucket", () =>
  openS3FileStorage({ url: s3.filesUrl("files/some/prefix"), credentials: s3.credentials }),
);

const { THREADLINE_TEST_S3_URL: url, AWS_ACCESS_KEY_ID = "", AWS_SECRET_ACCESS_KEY = "" } = process.env;
if (url !== undefined) {
  describeFileStorage(`files in ${url}`, () =>
    openS3FileStorage({ url, credentials: { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY } }),
  );
}
