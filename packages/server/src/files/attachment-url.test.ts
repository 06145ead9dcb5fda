import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../create-server.ts";
import { apiKeyRecord } from "../access/api-key.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";

const origin = "http://h";

/** Starts a service with the projects `default` and `other`, and a key for each. */
async function start() {
  const store = await openSqliteStore({ path: ":memory:" });
  await store.projects.create({ id: "other-id", name: "other", createdAt: 0 });
  await store.projects.createKey(
    apiKeyRecord({ id: "k", projectId: "other-id", name: "k", secret: "other", createdAt: 0 }),
  );
  let time = Date.parse("2026-11-21T10:00:00Z");
  const server = createServer({ store, apiKey: "default", now: () => time });
  onTestFinished(() => server.close());

  const post = async (path: string, key: string, body: unknown) => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    return (await server.fetch(`${origin}${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
  };
  return {
    server,
    pass: (ms: number) => (time += ms),
    async upload(key: string): Promise<{ objectKey: string; url: string }> {
      const { put, signedUrl } = await post("/api/upload/file", key, { fileName: "f", uploadType: "raw" });
      await server.fetch(put.url, { method: "PUT", body: `of ${key}` });
      return { objectKey: put.fields.key, url: signedUrl };
    },
    async attach(key: string, objectKey: string): Promise<void> {
      const query = `mutation ($attachments: [AttachmentPayloadInput!]) {
        ingestStep(id: "s", attachments: $attachments) { ok }
      }`;
      const { errors } = await post("/api/graphql", key, {
        query,
        variables: { attachments: [{ id: "a", objectKey }] },
      });
      expect(errors).toBeUndefined();
    },
    async attachedUrl(key: string): Promise<string | null> {
      const { data } = await post("/api/graphql", key, { query: '{ step(id: "s") { attachments { url } } }' });
      return data.step.attachments[0].url;
    },
  };
}

test("the URL of an attachment is signed on read, and stable except for its signature", async () => {
  const { server, pass, upload, attach, attachedUrl } = await start();
  const { objectKey, url } = await upload("default");
  await attach("default", objectKey);
  pass(600_000);
  expect((await server.fetch(url)).status).toBe(403);
  const fresh = (await attachedUrl("default")) ?? "";
  expect(fresh.split("X-Amz-Date")[0]).toBe(url.split("X-Amz-Date")[0]);
  expect(await (await server.fetch(fresh)).text()).toBe("of default");
});

test("an attachment with a file of another project has no URL", async () => {
  const { upload, attach, attachedUrl } = await start();
  const { objectKey } = await upload("other");
  await attach("default", objectKey);
  expect(await attachedUrl("default")).toBeNull();
});
