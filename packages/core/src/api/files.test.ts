import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, test, vi } from "vitest";
import { startService } from "../../test/start-service.ts";
import { Attachment } from "../attachment.ts";
import type { Fetch } from "../configuration.ts";
import type { FileContent } from "./file-content.ts";

const folder = await mkdtemp(join(tmpdir(), "threadline-"));
const path = join(folder, "hello.txt");
await writeFile(path, "hello");
const service = startService({}, afterAll);
const { client, connect } = service;
const { api } = client;
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const bytes = new TextEncoder().encode("hello");
const contents: [string, () => FileContent][] = [
  ["a string", () => "hello"],
  ["a Buffer", () => Buffer.from("hello")],
  ["an ArrayBuffer", () => bytes.buffer],
  ["a typed array", () => bytes],
  ["a view into a larger buffer", () => Buffer.from("<hello>").subarray(1, 6)],
  ["a Blob", () => new Blob(["hello"])],
  ["a File", () => new File(["hello"], "hello.txt")],
  ["a web stream", () => new Blob(["hello"]).stream()],
  ["a Node stream of bytes", () => Readable.from([Buffer.from("hel"), Buffer.from("lo")])],
  ["a Node stream of text", () => Readable.from(["hel", "lo"])],
];

async function read(url: string | null): Promise<[string, string | null]> {
  const response = await service.fetch(url!);
  return [await response.text(), response.headers.get("content-type")];
}

function signing(signed: unknown, upload: () => Response = () => new Response(null, { status: 204 })) {
  const uploads: { url: string; init: RequestInit }[] = [];
  const fetch = vi.fn<Fetch>(async (url, init) => {
    if (String(url).endsWith("/api/upload/file")) return Response.json(signed);
    uploads.push({ url: String(url), init: init! });
    return upload();
  });
  return { fetch, uploads };
}

test.each(contents)("uploadFile takes %s", async (_, content) => {
  const { objectKey, url } = await api.uploadFile({ content: content(), mime: "text/plain", threadId: "t" });
  expect(objectKey).toEqual(expect.any(String));
  expect(await read(url)).toEqual(["hello", expect.stringContaining("text/plain")]);
});

test("uploadFile takes a path", async () => {
  const { url } = await api.uploadFile({ path, mime: "text/plain" });
  expect((await read(url))[0]).toBe("hello");
});

test("uploadFile generates an id and defaults to application/octet-stream", async () => {
  const { fetch } = signing({
    put: { url: "http://files.test/1", fields: { key: "k" } },
    signedUrl: "http://files.test/r",
  });
  const own = connect({ fetch });
  expect(await own.api.uploadFile({ content: "hello" })).toEqual({ objectKey: "k", url: "http://files.test/r" });
  expect(JSON.parse(fetch.mock.calls[0]![1]!.body as string)).toEqual({
    fileName: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    contentType: "application/octet-stream",
  });
});

test("uploadFile passes on the id, the media type and the thread", async () => {
  const { fetch } = signing({ put: { url: "http://files.test/1", fields: { key: "k" } } });
  const own = connect({ fetch });
  await own.api.uploadFile({ content: "hello", id: "f", mime: "text/plain", threadId: "t" });
  expect(JSON.parse(fetch.mock.calls[0]![1]!.body as string)).toEqual({
    fileName: "f",
    contentType: "text/plain",
    threadId: "t",
  });
});

test.each(["hello", new Blob(["hello"]).stream()])(
  "a form has the fields before the file, with its media type",
  async (content) => {
    const post = { url: "http://files.test/1", fields: { key: "k", policy: "p" }, headers: { "x-extra": "1" } };
    const { fetch, uploads } = signing({ post });
    const own = connect({ fetch });
    await own.api.uploadFile({ content, id: 'a "b"', mime: "text/plain" });
    const { url, init } = uploads[0]!;
    const request = new Request(url, { ...init, duplex: "half" } as RequestInit);
    expect([request.method, request.headers.get("x-extra"), request.headers.get("x-api-key")]).toEqual([
      "POST",
      "1",
      null,
    ]);
    const form = [...(await request.formData()).entries()];
    expect(form.map(([name]) => name)).toEqual(["key", "policy", "file"]);
    const file = form[2]![1] as File;
    expect([await file.text(), file.type, file.name]).toEqual(["hello", "text/plain", 'a "b"']);
  },
);

test("a raw upload sends only the bytes, with the signed method and media type", async () => {
  const put = { url: "http://files.test/1", fields: { key: "k" }, uploadType: "raw" };
  const { fetch, uploads } = signing({ put });
  const own = connect({ fetch });
  await own.api.uploadFile({ content: "hello", mime: "text/plain" });
  const request = new Request(uploads[0]!.url, uploads[0]!.init);
  expect([request.method, request.headers.get("content-type"), await request.text()]).toEqual([
    "PUT",
    "text/plain",
    "hello",
  ]);
});

test("a stream is sent while it is read, without buffering it", async () => {
  let produced = 0;
  const megabyte = new Uint8Array(1024 * 1024);
  async function* source() {
    for (let index = 0; index < 64; index += 1) {
      produced += 1;
      yield megabyte;
    }
  }
  let ahead = 0;
  const fetch: Fetch = async (url, init) => {
    if (String(url).endsWith("/api/upload/file")) {
      return Response.json({ put: { url: "http://files.test/1", fields: { key: "k" }, uploadType: "raw" } });
    }
    let received = 0;
    for await (const chunk of init!.body as ReadableStream<Uint8Array>) {
      received += chunk.byteLength / megabyte.byteLength;
      ahead = Math.max(ahead, produced - received);
    }
    return new Response(null, { status: received === 64 ? 204 : 500 });
  };
  const own = connect({ fetch });
  expect((await own.api.uploadFile({ content: source() })).objectKey).toBe("k");
  expect(ahead).toBeLessThan(8);
});

test("uploadFile rejects without content and path", async () => {
  await expect(api.uploadFile({ threadId: "t" })).rejects.toMatchObject({ name: "ConfigError" });
});

test("uploadFile rejects invalid content", async () => {
  await expect(api.uploadFile({ content: { a: 1 } as never })).rejects.toMatchObject({ name: "ConfigError" });
});

test("uploadFile rejects an unreadable path, and names it", async () => {
  const missing = join(folder, "missing.txt");
  await expect(api.uploadFile({ path: missing })).rejects.toMatchObject({
    name: "ConfigError",
    message: expect.stringContaining("missing.txt") as string,
  });
});

test.each([
  {},
  { put: {} },
  { post: { url: "" } },
  { put: { url: 1 } },
  { put: { url: "http://" } },
  { put: { url: "file:///x" } },
])("uploadFile rejects when the service signs with %j", async (signed) => {
  const own = connect({ fetch: signing(signed).fetch });
  await expect(own.api.uploadFile({ content: "hello" })).rejects.toMatchObject({ name: "ResponseError" });
});

test("uploadFile rejects when the service refuses to sign", async () => {
  const own = connect({ fetch: () => Promise.resolve(Response.json({}, { status: 400 })) });
  await expect(own.api.uploadFile({ content: "hello" })).rejects.toMatchObject({ name: "HttpError", status: 400 });
});

test("uploadFile resolves to nulls when sending the bytes fails, and reports the error to onError", async () => {
  const onError = vi.fn<(error: unknown) => void>();
  const signed = { put: { url: "http://files.test/1", fields: { key: "k" } }, signedUrl: "http://files.test/r" };
  const { fetch } = signing(signed, () => new Response("full", { status: 507 }));
  const own = connect({ fetch, onError });
  expect(await own.api.uploadFile({ content: "hello" })).toEqual({ objectKey: null, url: null });
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ name: "HttpError", status: 507 }));
});

test("uploadFile rejects with the caller's reason when it is aborted", async () => {
  const controller = new AbortController();
  const signed = { put: { url: "http://files.test/1", fields: { key: "k" } } };
  const { fetch } = signing(signed, () => {
    controller.abort("stop");
    return new Response(new ReadableStream({}));
  });
  const own = connect({ fetch });
  await expect(own.api.uploadFile({ content: "hello" }, { signal: controller.signal })).rejects.toBe("stop");
});

test("createAttachment attaches a file to the current step, in the current thread", async () => {
  const attachment = await client
    .thread({ id: "t-attach" })
    .wrap(() =>
      client
        .run({ id: "s-attach", name: "run" })
        .wrap(() =>
          api.createAttachment({ content: "hello", name: "greeting", mime: "text/plain", metadata: { a: 1 } }),
        ),
    );
  await client.flush();
  expect(attachment).toBeInstanceOf(Attachment);
  const [stored] = (await api.getStep("s-attach"))!.attachments!;
  expect(stored).toMatchObject({
    id: attachment.id,
    name: "greeting",
    mime: "text/plain",
    metadata: { a: 1 },
    objectKey: attachment.objectKey,
    threadId: "t-attach",
  });
  expect((await read(stored!.url!))[0]).toBe("hello");
});

test("createAttachment outside of a step resolves to an attachment for a step", async () => {
  const attachment = await api.createAttachment({ content: "hello", name: "later" });
  await api.sendSteps([{ id: "s-given", name: "run", type: "run", attachments: [attachment] }]);
  expect((await api.getStep("s-given"))!.attachments).toMatchObject([{ id: attachment.id, name: "later" }]);
});

test("createAttachment attaches nothing when the upload failed", async () => {
  const { fetch } = signing({ put: { url: "http://files.test/1" } }, () => new Response(null, { status: 500 }));
  const own = connect({ fetch, onError: () => {} });
  const step = own.run({ name: "run" });
  const attachment = await own.store.run({ ...own.context, currentStep: step }, () =>
    own.api.createAttachment({ content: "hello" }),
  );
  expect(attachment).toMatchObject({ objectKey: null, url: null });
  expect(step.attachments).toBeUndefined();
});

test("getProjectId resolves to the project of the key", async () => {
  const { project } = await service.ready;
  expect(await api.getProjectId()).toBe(project.id);
});

test("getProjectId rejects a response without a project", async () => {
  const own = connect({ fetch: () => Promise.resolve(Response.json({})) });
  await expect(own.api.getProjectId()).rejects.toMatchObject({ name: "ResponseError" });
});
