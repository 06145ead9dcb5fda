import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Subject } from "../subject.ts";

const bytes = Buffer.from("col1,col2\n1,2\n\u0000ü");

export function fileOperations({ api }: Subject): void {
  describe("files", () => {
    let folder = "";
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "compat-"));
      await writeFile(join(folder, "table.csv"), bytes);
    });
    afterAll(() => rm(folder, { recursive: true }));

    test.each([
      ["a Buffer", () => ({ content: bytes })],
      ["a file stream", () => ({ content: createReadStream(join(folder, "table.csv")) })],
      // The client's types do not include plain streams, but its code accepts them, and sends them in chunks.
      ["a stream of unknown length", () => ({ content: Readable.from([bytes]) as never })],
      ["a path", () => ({ path: join(folder, "table.csv") })],
    ])("uploadFile takes %s", async (_name, source) => {
      const { objectKey, url } = await api.uploadFile({ ...source(), threadId: "uploads", mime: "text/csv" } as never);
      expect(objectKey).toEqual(expect.any(String));
      const response = await fetch(url ?? "");
      expect(response.status).toBe(200);
      // Browsers download a file of this type instead of displaying it.
      expect(response.headers.get("content-type")).toBe("application/octet-stream");
      expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    });

    test("uploadFile refuses to upload nothing", async () => {
      await expect(api.uploadFile({ threadId: "uploads" } as never)).rejects.toThrow("Either content or path");
    });
  });
}
