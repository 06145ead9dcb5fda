import { beforeEach, expect, test } from "vitest";
import { openTestApi } from "./test-api.ts";
import type { TestApi } from "./test-api.ts";

let api: TestApi;
beforeEach(async () => {
  api = await openTestApi();
});

const create = `mutation ($objectKey: String, $url: String) {
  createAttachment(stepId: "s", name: "report", mime: "text/plain", metadata: { a: 1 }, objectKey: $objectKey, url: $url) {
    id threadId stepId metadata mime name objectKey url } }`;

async function upload(to: TestApi, objectKey: string): Promise<void> {
  await to.store.files.createFile(to.project.id, {
    objectKey,
    createdAt: 1,
    name: "report",
    mime: "text/plain",
    threadId: null,
    size: null,
  });
}

test("an attachment of an uploaded file has a signed URL, computed on read", async () => {
  await api.run(`mutation { ingestStep(id: "s", threadId: "t") { ok } }`);
  await upload(api, "key");
  const { createAttachment } = await api.run(create, { objectKey: "key", url: "https://stale" });
  expect(createAttachment).toMatchObject({
    stepId: "s",
    threadId: "t",
    name: "report",
    mime: "text/plain",
    metadata: { a: 1 },
    objectKey: "key",
    url: "https://threadline.test/files/key?signature=1",
  });
  const { step } = await api.run(`{ step(id: "s") { attachments { id threadId url } } }`);
  const { id, threadId, url } = createAttachment;
  expect(step.attachments).toEqual([{ id, threadId, url }]);
});

test("an attachment with an external URL keeps it", async () => {
  const { createAttachment } = await api.run(create, { url: "https://example.com/a" });
  expect(createAttachment).toMatchObject({ objectKey: null, url: "https://example.com/a", threadId: null });
});

test("the file of another project is not signed", async () => {
  const other = await api.inProject("other");
  await upload(other, "secret");
  const { createAttachment } = await api.run(create, { objectKey: "secret" });
  expect(createAttachment.url).toBeNull();
});

test("updateAttachment keeps absent fields; its error names an unknown attachment", async () => {
  const { createAttachment } = await api.run(create, { url: "https://example.com/a" });
  const { updateAttachment } = await api.run(
    `mutation ($id: String!) { updateAttachment(id: $id, name: "new") { name mime metadata url } }`,
    { id: createAttachment.id },
  );
  expect(updateAttachment).toEqual({
    name: "new",
    mime: "text/plain",
    metadata: { a: 1 },
    url: "https://example.com/a",
  });
  await expect(api.run(`mutation { updateAttachment(id: "nope", name: "x") { id } }`)).rejects.toThrow(
    `id: attachment "nope" not found`,
  );
});

test("a deleted attachment reads as null", async () => {
  const { createAttachment } = await api.run(create, { url: "https://example.com/a" });
  const { id } = createAttachment;
  expect(await api.run(`mutation ($id: String!) { deleteAttachment(id: $id) { id } }`, { id })).toEqual({
    deleteAttachment: { id },
  });
  expect(await api.run(`query ($id: String!) { attachment(id: $id) { id } }`, { id })).toEqual({ attachment: null });
});
