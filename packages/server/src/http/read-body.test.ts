import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { readBody } from "./read-body.ts";

function post(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

function endless(): { readonly stream: ReadableStream<Uint8Array>; bytesRead: () => number } {
  let bytes = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      bytes += 16_384;
      controller.enqueue(new Uint8Array(16_384));
    },
  });
  return { stream, bytesRead: () => bytes };
}

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
])("a body in %s is decompressed", async (encoding, compress) => {
  const body = await readBody(post(new Uint8Array(compress("hello")), { "content-encoding": encoding }), 100);
  expect(body.toString()).toBe("hello");
});

test("a body without a length is read to about the limit", async () => {
  const { stream, bytesRead } = endless();
  await expect(readBody(post(stream), 1_000_000)).rejects.toMatchObject({
    message: "body: may have at most 1000000 bytes",
    extensions: { code: "PAYLOAD_TOO_LARGE", limit: 1_000_000 },
  });
  expect(bytesRead()).toBeLessThanOrEqual(1_000_000 + 65_536);
});

test("an announced length above the limit is refused unread", async () => {
  const { stream, bytesRead } = endless();
  await expect(readBody(post(stream, { "content-length": "2000" }), 1_000)).rejects.toThrow("at most 1000 bytes");
  expect(bytesRead()).toBeLessThanOrEqual(16_384);
});

test("a small body that decompresses beyond the limit is refused", async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  await expect(readBody(post(bomb, { "content-encoding": "gzip" }), 1_000_000)).rejects.toThrow(
    "at most 1000000 bytes",
  );
});

test.each(["gzip", "br", "deflate", "zstd"])("a body that is not valid %s is rejected", async (encoding) => {
  const request = post("not compressed", { "content-encoding": encoding });
  await expect(readBody(request, 100)).rejects.toThrow(`body: is not valid ${encoding}`);
});

test("the error of an unknown encoding names the supported ones", async () => {
  await expect(readBody(post("x", { "content-encoding": "rot13" }), 100)).rejects.toThrow(
    "content-encoding: must be one of gzip",
  );
});
