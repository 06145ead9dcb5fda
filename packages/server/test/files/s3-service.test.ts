import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openS3FileStorage } from "../../src/files/s3-file-storage.ts";
import { setUp } from "../accounts/browser.ts";
import { apiKey, startTestServer, type TestServer } from "../test-server.ts";
import { startS3, type S3Server } from "./s3-server.ts";

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

let places = 0;

function start(parameters: Readonly<Record<string, string>> = {}): TestServer & { readonly prefix: string } {
  const prefix = `service-${(places += 1)}`;
  const filesUrl = s3.filesUrl(`files/${prefix}`, parameters);
  return { ...startTestServer({ filesUrl, s3Credentials: s3.credentials }), prefix };
}

interface Signed {
  readonly post: { readonly url: string; readonly fields: Readonly<Record<string, string>> };
  readonly put: { readonly url: string };
  readonly signedUrl: string;
}

async function sign({ server }: TestServer, body: object): Promise<Signed> {
  const answer = await server.fetch("http://localhost/api/upload/file", {
    method: "POST",
    headers: { "x-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ fileName: "f", ...body }),
  });
  return (await answer.json()) as Signed;
}

async function upload(service: TestServer, content: string, body: object = {}): Promise<string> {
  const { put, signedUrl } = await sign(service, { uploadType: "raw", ...body });
  expect((await service.server.fetch(put.url, { method: "PUT", body: content })).status).toBe(204);
  return signedUrl;
}

function requestsBelow(prefix: string): string[] {
  return s3.requests.filter((request) => request.includes(`/${prefix}/`) && !request.includes("~"));
}

describe("a service whose files are in an S3 bucket", () => {
  test("accepts a form of the published clients, and returns the file under the project's prefix", async () => {
    const service = start();
    const { post, signedUrl } = await sign(service, { contentType: "text/csv" });
    const form = new FormData();
    form.append("key", post.fields["key"] ?? "");
    form.append("file", new Blob(["1,2"]), "ignored");
    expect((await service.server.fetch(post.url, { method: "POST", body: form })).status).toBe(204);
    const read = await service.server.fetch(signedUrl, { headers: { range: "bytes=2-" } });
    expect(read.status).toBe(206);
    expect(await read.text()).toBe("2");
    expect(read.headers.get("content-type")).toBe("application/octet-stream");
    expect(requestsBelow(service.prefix)).toEqual([
      `PUT /files/${service.prefix}/${post.fields["key"]}`,
      `GET /files/${service.prefix}/${post.fields["key"]}`,
    ]);
  });

  test("enforces the size, expiry and single use of an upload", async () => {
    const service = start();
    const { put, signedUrl } = await sign(service, { uploadType: "raw", size: 3 });
    expect((await service.server.fetch(put.url, { method: "PUT", body: "1234" })).status).toBe(413);
    expect((await service.server.fetch(put.url, { method: "PUT", body: "12" })).status).toBe(400);
    expect((await service.server.fetch(put.url, { method: "PUT", body: "123" })).status).toBe(204);
    expect((await service.server.fetch(put.url, { method: "PUT", body: "456" })).status).toBe(409);
    expect(await (await service.server.fetch(signedUrl)).text()).toBe("123");
  });

  test("redirects readers to the reachable bucket by a short-lived signed URL", async () => {
    const service = start({ public: s3.origin });
    const url = await upload(service, "<script>alert(1)</script>", {
      contentType: "text/html",
      fileName: 'a "b".html',
    });
    const answer = await service.server.fetch(url);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const place = new URL(answer.headers.get("location") ?? "");
    expect(Number(place.searchParams.get("X-Amz-Expires"))).toBeLessThanOrEqual(300);
    const read = await fetch(place);
    expect(await read.text()).toBe("<script>alert(1)</script>");
    expect(read.headers.get("content-type")).toBe("application/octet-stream");
    expect(read.headers.get("content-disposition")).toBe(
      `attachment; filename="a _b_.html"; filename*=UTF-8''a%20%22b%22.html`,
    );

    for (const [name, value] of [
      ["response-content-disposition", "inline"],
      ["X-Amz-Expires", "604800"],
    ] as const) {
      const changed = new URL(place);
      changed.searchParams.set(name, value);
      expect((await fetch(changed)).status).toBe(403);
    }
    const other = new URL(place);
    other.pathname = `${other.pathname}x`;
    expect((await fetch(other)).status).toBe(403);
    other.pathname = place.pathname;
    other.search = "";
    expect((await fetch(other)).status).toBe(403);
    expect((await fetch(place, { method: "PUT", body: "changed" })).status).toBe(403);
  });

  test("proxies reads of its own pages, HEAD and unchanged files", async () => {
    const service = start({ public: s3.origin });
    const url = await upload(service, "GIF89a", { contentType: "image/gif" });
    const own = await service.server.fetch(url, { headers: { "sec-fetch-site": "same-origin" } });
    expect(own.status).toBe(200);
    expect(await own.text()).toBe("GIF89a");
    const head = await service.server.fetch(url, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "6"]);
    const etag = head.headers.get("etag") ?? "";
    expect((await service.server.fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304);
    const place = new URL((await service.server.fetch(url)).headers.get("location") ?? "");
    expect(place.searchParams.get("response-content-disposition")).toMatch(/^inline;/);
    expect(place.searchParams.get("response-content-type")).toBe("image/gif");
    const page = await upload(service, "<!doctype html>", { contentType: "image/png" });
    const other = new URL((await service.server.fetch(page)).headers.get("location") ?? "");
    expect(other.searchParams.get("response-content-disposition")).toMatch(/^attachment;/);
    expect(other.searchParams.get("response-content-type")).toBe("application/octet-stream");
    // A bucket does not send our content security policy.
    const text = await service.server.fetch(await upload(service, "words", { contentType: "text/plain" }));
    expect([text.status, text.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(text.headers.get("content-security-policy")).toMatch(/; sandbox$/);
  });

  test("every object is stored as a download", async () => {
    const service = start();
    await upload(service, "<script>", { contentType: "text/html" });
    const [put = ""] = requestsBelow(service.prefix);
    const key = new URL(put.slice("PUT ".length), s3.origin).pathname.split("/").slice(-2).join("/");
    const storage = await openS3FileStorage({
      url: s3.filesUrl(`files/${service.prefix}`, { public: s3.origin }),
      credentials: s3.credentials,
    });
    const url = await storage.urlOf?.(key, { seconds: 9, contentType: "", contentDisposition: "" });
    const { headers } = await fetch(url ?? "");
    expect(headers.get("content-disposition")).not.toMatch(/inline/);
    expect(headers.get("content-type")).not.toMatch(/html/);
  });

  test("deletes the objects of a deleted project", async () => {
    const service = start();
    const owner = await setUp(service.server);
    const url = await upload(service, "gone");
    const storage = await openS3FileStorage({
      url: s3.filesUrl(`files/${service.prefix}`),
      credentials: s3.credentials,
    });
    const key = new URL(url).pathname.replace("/api/files/", "");
    expect(await storage.stat(key)).toEqual({ size: 4 });
    await owner.graphql('mutation { createProject(name: "second") { id } }');
    const { errors } = await owner.graphql('mutation { deleteProject(name: "default") { id } }', {
      project: "default",
    });
    expect(errors).toEqual([]);
    await expect.poll(() => storage.stat(key)).toBeNull();
  });
});

describe("a bucket that cannot be used", () => {
  const credentials = { accessKeyId: "S3RVER", secretAccessKey: "hidden-word" };
  test.each([
    ["a wrong secret", () => s3.filesUrl("files"), credentials, "SignatureDoesNotMatch"],
    [
      "no such bucket",
      () => s3.filesUrl("other"),
      { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
      "NoSuchBucket",
    ],
    ["closed port", () => "s3://files?endpoint=http://127.0.0.1:1", credentials, "cannot be reached"],
    ["no login", () => s3.filesUrl("files"), undefined, "AWS_ACCESS_KEY_ID"],
  ])("is reported at startup: %s", async (_name, url, login, message) => {
    const lines: string[] = [];
    const into = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const { server } = startTestServer({ filesUrl: url(), s3Credentials: login, logger: pino({}, into) });
    const error = await server.ready.catch((reason: unknown) => reason);
    expect(String(error)).toContain(message);
    expect(String((error as Error).stack) + lines.join("")).not.toContain("hidden-word");
  });

  test("is reported to read-only commands, too", async () => {
    const rights = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
    const options = { credentials: rights, readOnly: true };
    await expect(openS3FileStorage({ ...options, url: s3.filesUrl("other") })).rejects.toThrow("(NoSuchBucket)");
    const before = s3.requests.length;
    await openS3FileStorage({ ...options, url: s3.filesUrl("files/unwritten") });
    expect(s3.requests.slice(before)).toEqual(["GET /files/unwritten/~missing"]);
  });

  test("a redirect of the server is not followed", async () => {
    const visited: string[] = [];
    const http = createServer((request, response) => {
      visited.push(request.url ?? "");
      response.writeHead(307, { location: "/elsewhere" }).end();
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void http.close());
    const { port } = http.address() as AddressInfo;
    const url = `s3://files?endpoint=http://127.0.0.1:${port}`;
    await expect(openS3FileStorage({ url, credentials: s3.credentials })).rejects.toThrow(
      "responded to PUT with status 307",
    );
    expect(visited).toEqual(["/files/~probe"]);
  });

  test("a transient error of the server is retried", async () => {
    const storage = await openS3FileStorage({ url: s3.filesUrl("files/again"), credentials: s3.credentials });
    s3.failNext(2);
    async function* once(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("kept");
    }
    expect(await storage.write("p/1", once(), { maxBytes: 9 })).toBe(4);
    expect(await storage.stat("p/1")).toEqual({ size: 4 });
  });
});
