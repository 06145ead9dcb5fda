import { expect, onTestFinished, test } from "vitest";
import { createServer, type ThreadlineServer } from "../../src/create-server.ts";
import { decorate } from "../../src/store/decorate.ts";
import type { Store } from "../../src/store/store.ts";
import { apiKey } from "../test-server.ts";
import { describeStoresInTurn } from "../trust/trust-stores.ts";
import { modelSpan, traceBody, type JsonSpan } from "./json-spans.ts";
import { readRecords, type ReadThread } from "./read-records.ts";

async function post(server: ThreadlineServer, body: string): Promise<void> {
  const headers = { "content-type": "application/json", "x-api-key": apiKey };
  const response = await server.fetch("http://threadline.test/v1/traces", { method: "POST", headers, body });
  expect([response.status, await response.text()]).toEqual([200, "{}"]);
}

/** Opens a server on a shared store. It awaits `afterRead` after each read of threads by the OTLP receiver. */
async function openReplica(store: Store, afterRead: () => Promise<void>): Promise<ThreadlineServer> {
  const shared = decorate(store, {
    threads: decorate(store.threads, {
      async getMany(...values) {
        const found = await store.threads.getMany(...values);
        await afterRead();
        return found;
      },
    }),
    async close() {
      // The test closes the store.
    },
  });
  const server = createServer({ store: shared, apiKey });
  onTestFinished(() => server.close());
  await server.ready;
  return server;
}

/** Returns a function whose promises all resolve once it is called `count` times. */
function meeting(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    arrived += 1;
    if (arrived === count) resolve();
    return promise;
  };
}

/** Returns a trace of one call in the thread `s-1`. It starts `second` seconds after the thread. */
function call(second: number, attributes: Readonly<Record<string, unknown>>): JsonSpan {
  return modelSpan(
    { "session.id": "s-1", ...attributes },
    {
      traceId: String(second).repeat(32),
      startTimeUnixNano: `176000000${second}000000000`,
      endTimeUnixNano: `176000000${second}500000000`,
    },
  );
}

const newThread = { id: "s-1", createdAt: 1, newUserId: "unused" };

async function readThread(server: ThreadlineServer): Promise<ReadThread | undefined> {
  return (await readRecords(server, apiKey)).threads.find(({ id }) => id === "s-1");
}

describeStoresInTurn(({ open }) => {
  test("two servers that read a thread before either writes keep the tags of both and the earlier user", async () => {
    const { server: reader, store } = await open({ apiKey });
    onTestFinished(() => reader.close());
    const bothHaveRead = meeting(2);
    const [one, other] = [await openReplica(store, bothHaveRead), await openReplica(store, bothHaveRead)];
    await Promise.all([
      post(one, traceBody(call(1, { "user.id": "amara", "tag.tags": ["a"] }))),
      post(other, traceBody(call(2, { "user.id": "ben", "tag.tags": ["b"] }))),
    ]);
    expect(await readThread(reader)).toMatchObject({ tags: ["a", "b"], participant: { identifier: "amara" } });
  });

  test("tags and a user that the API sets while a request updates the thread are kept", async () => {
    const { server: reader, store } = await open({ apiKey });
    onTestFinished(() => reader.close());
    const { project } = await reader.ready;
    await store.threads.upsert(project.id, newThread);
    let isSet = false;
    const server = await openReplica(store, async () => {
      if (isSet) return;
      isSet = true;
      const write = { id: "s-1", createdAt: 1, newUserId: "owner-id", tags: ["mine"], participant: "owner" };
      await store.threads.update(project.id, { ...write, metadata: { plan: "pro" } });
    });
    await post(server, traceBody(call(1, { "user.id": "amara", "tag.tags": ["a"] })));
    expect(await readThread(reader)).toMatchObject({ tags: ["a", "mine"], participant: { identifier: "owner" } });
    expect(await store.threads.getMany(project.id, ["s-1"])).toMatchObject([{ metadata: { plan: "pro" } }]);
  });

  test("a thread that is deleted while a request updates it stays deleted", async () => {
    const { server: reader, store } = await open({ apiKey });
    onTestFinished(() => reader.close());
    const { project } = await reader.ready;
    await store.threads.upsert(project.id, newThread);
    const server = await openReplica(store, async () => {
      await store.threads.delete(project.id, "s-1", 2);
    });
    await post(server, traceBody(call(1, { "user.id": "amara", "tag.tags": ["a"] })));
    expect(await readThread(reader)).toBeUndefined();
  });
});
