import { expect, test } from "vitest";
import { Attachment } from "../src/index.ts";
import { startService } from "./start-service.ts";

test("createAttachment uploads a file and attaches it to the current step", async () => {
  const { client, fetch, errors } = startService();
  const run = client.run({ name: "run" });
  const attachment = await run.wrap(() =>
    client.api.createAttachment({
      content: new Blob(["hello"]),
      mime: "text/plain",
      name: "hello.txt",
      metadata: { a: 1 },
    }),
  );
  await client.flush();
  expect(errors).toStrictEqual([]);

  const stored = await client.api.getStep(run.id);
  expect(stored?.attachments).toMatchObject([
    { id: attachment.id, name: "hello.txt", mime: "text/plain", metadata: { a: 1 }, objectKey: attachment.objectKey },
  ]);
  const file = await fetch(String(stored?.attachments?.[0]?.url));
  expect(file.headers.get("content-type")).toContain("text/plain");
  await expect(file.text()).resolves.toBe("hello");
});

test.each([
  ["a Buffer", () => Buffer.from("bytes")],
  ["an ArrayBuffer", () => new TextEncoder().encode("bytes").buffer],
  ["a typed array", () => new TextEncoder().encode("bytes")],
  ["a Blob", () => new Blob(["bytes"])],
  ["a File", () => new File(["bytes"], "name.txt")],
  ["a web stream", () => new Blob(["bytes"]).stream()],
])("uploadFile takes %s, and its bytes are a download", async (_name, content) => {
  const { client, fetch } = startService();
  const { objectKey, url } = await client.api.uploadFile({ content: content(), mime: "text/csv" });
  expect(objectKey).toEqual(expect.any(String));
  const file = await fetch(String(url));
  expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
  await expect(file.text()).resolves.toBe("bytes");
});

test("an external attachment keeps its URL", async () => {
  const { client } = startService();
  const attachment = new Attachment({ name: "logo", url: "https://example.com/logo.png", mime: "image/png" });
  const { id } = await client.step({ name: "s", type: "tool", attachments: [attachment] }).send();
  await expect(client.api.getStep(id)).resolves.toMatchObject({
    attachments: [{ id: attachment.id, url: "https://example.com/logo.png", objectKey: null }],
  });
});
