import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Attachment } from "@literalai/client-0-1-5";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Context, soon } from "./context.ts";

const bytes = Buffer.from("attached \u0000 bytes");

export function attachmentOperations({ client, api }: Context): void {
  describe("attachments", () => {
    let folder = "";
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "compat-"));
      await writeFile(join(folder, "note.txt"), bytes);
    });
    afterAll(() => rm(folder, { recursive: true }));

    test.each([
      ["a Buffer", () => ({ content: bytes })],
      ["a Blob", () => ({ content: new Blob([bytes]) })],
      ["a File", () => ({ content: new File([bytes], "note.txt") })],
      ["an ArrayBuffer", () => ({ content: new Uint8Array(bytes).buffer })],
      ["a file stream", () => ({ content: createReadStream(join(folder, "note.txt")) })],
      ["a path", () => ({ path: join(folder, "note.txt") })],
    ])("createAttachment puts %s on the current step", async (_name, source) => {
      const thread = client.thread();
      let stepId = "";
      await thread.wrap(() =>
        client.step({ name: "reader", type: "tool" }).wrap(async (step) => {
          stepId = step.id ?? "";
          const attachment = await api.createAttachment({
            ...(source() as { path: string }),
            name: "note.txt",
            mime: "text/plain",
            metadata: { page: 1 },
          });
          expect(attachment).toMatchObject({
            name: "note.txt",
            objectKey: expect.any(String),
            url: expect.any(String),
          });
        }),
      );
      const step = await vi.waitFor(async () => {
        const found = await api.getStep(stepId);
        expect(found).not.toBeNull();
        return found;
      }, soon);
      expect(step?.attachments).toMatchObject([
        { name: "note.txt", mime: "text/plain", metadata: { page: 1 }, stepId },
      ]);
      const response = await fetch(step?.attachments?.[0]?.url ?? "");
      // The content contains a NUL character, so it is downloaded instead of displayed as text.
      expect(response.headers.get("content-type")).toBe("application/octet-stream");
      expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    });

    test("attachments of one step accumulate, and an external URL is kept", async () => {
      const id = randomUUID();
      for (const name of ["one.png", "two.png"]) {
        const attachment = new Attachment({ name, url: `https://files.example/${name}`, mime: "image/png" });
        await client.step({ id, name: "painter", type: "tool", attachments: [attachment] }).send();
      }
      expect((await api.getStep(id))?.attachments).toMatchObject([
        { name: "one.png", url: "https://files.example/one.png" },
        { name: "two.png", url: "https://files.example/two.png" },
      ]);
    });
  });
}
