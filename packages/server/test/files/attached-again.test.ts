import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ServerOptions } from "../../src/server-options.ts";
import { openDiskFileStorage } from "../../src/files/disk-file-storage.ts";
import type { FileStorage } from "../../src/files/file-storage.ts";
import { openS3FileStorage } from "../../src/files/s3-file-storage.ts";
import { startTestServer } from "../test-server.ts";
import { startS3, type S3Server } from "./s3-server.ts";

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

interface Place {
  readonly options: ServerOptions;
  readonly storage: FileStorage;
}

async function onDisk(dataDir: string): Promise<Place> {
  return { options: { dataDir }, storage: await openDiskFileStorage(join(dataDir, "files")) };
}

async function inBucket(dataDir: string): Promise<Place> {
  const url = s3.filesUrl("files/again");
  const storage = await openS3FileStorage({ url, credentials: s3.credentials });
  return { options: { dataDir, filesUrl: url, s3Credentials: s3.credentials }, storage };
}

const attach = `mutation ($key: String!) {
  createAttachment(stepId: "s", objectKey: $key, name: "a.txt", mime: "text/plain") { id objectKey } }`;

describe.each([
  ["a folder", onDisk],
  ["an S3 bucket", inBucket],
])("a file in %s", (_, open) => {
  test("is deleted with its last attachment, and cannot be attached again", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "threadline-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const { options, storage } = await open(dataDir);
    const { server, graphql } = startTestServer(options);
    const answer = await server.fetch("http://localhost/api/upload/file", {
      method: "POST",
      headers: { "x-api-key": "tl_test-key", "content-type": "application/json" },
      body: JSON.stringify({ fileName: "a.txt", uploadType: "raw", contentType: "text/plain" }),
    });
    const { put, signedUrl } = (await answer.json()) as {
      readonly put: { readonly url: string; readonly fields: { readonly key: string } };
      readonly signedUrl: string;
    };
    const { key } = put.fields;
    expect((await server.fetch(put.url, { method: "PUT", body: "content" })).status).toBe(204);
    const read = async (): Promise<number> => (await server.fetch(signedUrl)).status;

    const first = await graphql(attach, { key });
    expect(await read()).toBe(200);
    const { id } = (first.data as { readonly createAttachment: { readonly id: string } }).createAttachment;
    await graphql("mutation ($id: String!) { deleteAttachment(id: $id) { id } }", { id });
    // The URL stops working immediately, before the bytes are deleted.
    expect(await read()).toBe(404);
    const again = await graphql(attach, { key });
    expect(again.data).toMatchObject({ createAttachment: { objectKey: key } });
    expect(await read()).toBe(404);
    await server.close();
    // The next service deletes the remaining bytes when it starts.
    const next = startTestServer(options).server;
    await next.ready;
    await expect.poll(() => storage.stat(key)).toBeNull();
    expect((await next.fetch(signedUrl)).status).toBe(404);
    // The upload URL does not work any more, either.
    expect((await next.fetch(put.url, { method: "PUT", body: "other" })).status).toBe(404);
  });
});
