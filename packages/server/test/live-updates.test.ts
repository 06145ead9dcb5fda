import { createClient } from "graphql-sse";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "../src/create-server.ts";
import type { ServerOptions } from "../src/server-options.ts";
import { apiKeyRecord } from "../src/access/api-key.ts";
import { listen } from "../src/http/listen.ts";
import { openSqliteStore } from "../src/store/sqlite/open-sqlite-store.ts";

const subscription = `subscription ($kinds: [RecordKind!], $threadId: String) {
  recordChanges(kinds: $kinds, threadId: $threadId) { overflow changes { kind id threadId rootRunId change } }
}`;

interface Notice {
  readonly recordChanges: {
    readonly overflow: boolean;
    readonly changes: readonly { readonly kind: string; readonly id: string; readonly change: string }[];
  };
}

/** Starts a service on a port with two projects. Their keys are `mine` and `other`. */
async function start(options: ServerOptions = {}) {
  const store = await openSqliteStore({ path: ":memory:" });
  await store.projects.create({ id: "other-id", name: "other", createdAt: 0 });
  const keyOf = { id: "k", projectId: "other-id", name: "k", secret: "other", createdAt: 0 };
  await store.projects.createKey(apiKeyRecord(keyOf));
  const server = createServer({ store, apiKey: "mine", ...options });
  const listener = await listen(server, { port: 0, replaceGlobals: true });
  onTestFinished(async () => {
    await listener.close();
    await server.close();
  });
  const url = `${listener.url}/api/graphql`;

  const graphql = async (query: string, variables: object = {}, key = "mine") => {
    const headers = { "content-type": "application/json", "x-api-key": key };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ query, variables }) });
    return { status: response.status, ...(await response.json()) };
  };
  const ingest = (ids: readonly string[], key = "mine", threadId = "t") =>
    graphql(
      "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }",
      { steps: ids.map((id) => ({ id, type: "tool", threadId })) },
      key,
    );
  /** Subscribes. Resolves when the stream is open. */
  const subscribe = async (variables: object = {}, key = "mine", link?: string) => {
    const opened = Promise.withResolvers<void>();
    const client = createClient({
      url,
      headers: link === undefined ? { "x-api-key": key } : { "x-threadline-share": link },
      retryAttempts: 0,
      on: { connected: () => opened.resolve() },
    });
    onTestFinished(() => client.dispose());
    const notices = client.iterate<Notice>({ query: subscription, variables: { ...variables } });
    const first = notices.next();
    first.catch((error: unknown) => opened.reject(error));
    await opened.promise;
    let waiting: Promise<IteratorResult<unknown>> | null = first;
    return {
      async next(): Promise<Notice["recordChanges"] | null> {
        const result = await (waiting ?? notices.next());
        waiting = null;
        const value = result.value as { data?: Notice } | undefined;
        return value?.data?.recordChanges ?? null;
      },
      leave: () => client.dispose(),
    };
  };
  return { server, listener, store, url, graphql, ingest, subscribe };
}

test("an acknowledged step is sent, with its thread", async () => {
  const { ingest, subscribe } = await start();
  const stream = await subscribe();
  await ingest(["a", "b"]);
  const notice = await stream.next();
  expect(notice?.overflow).toBe(false);
  expect(notice?.changes.map(({ kind, id, change }) => `${kind} ${id} ${change}`)).toEqual([
    "STEP a WRITTEN",
    "STEP b WRITTEN",
    "THREAD t WRITTEN",
  ]);
});

test("only the requested kinds and thread are sent", async () => {
  const { ingest, subscribe } = await start();
  const stream = await subscribe({ kinds: ["THREAD"], threadId: "u" });
  await ingest(["a"], "mine", "t");
  await ingest(["b"], "mine", "u");
  expect((await stream.next())?.changes.map(({ kind, id }) => `${kind} ${id}`)).toEqual(["THREAD u"]);
});

test("changes of another project are never sent", async () => {
  const { ingest, subscribe } = await start();
  const stream = await subscribe();
  const others = await subscribe({}, "other");
  await ingest(["theirs"], "other");
  await ingest(["ours"]);
  expect((await stream.next())?.changes.map(({ id }) => id)).toEqual(["ours", "t"]);
  expect((await others.next())?.changes.map(({ id }) => id)).toEqual(["theirs", "t"]);
});

test("a stream ends within a second after its key is revoked, without an event", async () => {
  const { store, subscribe, server } = await start();
  const stream = await subscribe();
  const { project } = await server.ready;
  const [key] = await store.projects.listKeys(project.id);
  await store.projects.revokeKey(project.id, key?.id ?? "", Date.now());
  expect(await stream.next()).toBeNull();
});

test("a stream ends with the service, without delaying its shutdown", async () => {
  const { listener, server, subscribe } = await start();
  const stream = await subscribe();
  await Promise.all([listener.close(), stream.next().then((notice) => expect(notice).toBeNull())]);
  await server.close();
});

test("streams are limited per link and project, so that members and other projects can open some", async () => {
  const limits = { maxSubscriptions: 9, maxSubscriptionsPerProject: 4 };
  const { ingest, graphql, subscribe } = await start({ limits });
  await ingest(["a"]);
  const share = async (): Promise<string> => {
    const { data } = await graphql('mutation { shareThread(threadId: "t") { token } }');
    return data.shareThread.token;
  };
  const refused = { response: { status: 429 } };
  const threadId = "t";
  for (let count = 0; count < 2; count += 1) await subscribe({ threadId }, "", await share());
  await expect(subscribe({ threadId }, "", await share())).rejects.toMatchObject(refused);
  for (let count = 0; count < 2; count += 1) await subscribe();
  await expect(subscribe()).rejects.toMatchObject(refused);
  await subscribe({}, "other");
});

test("the streams of a key are limited, and a closed one makes room", async () => {
  const { subscribe, graphql } = await start({ limits: { maxSubscriptionsPerCredential: 1 } });
  const stream = await subscribe();
  await expect(subscribe()).rejects.toMatchObject({ response: { status: 429 } });
  await subscribe({}, "other");
  stream.leave();
  expect(await graphql("{ __typename }")).toMatchObject({ status: 200 });
  await expect
    .poll(() =>
      subscribe().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
});

test("a query that accepts events gets one event", async () => {
  const { url } = await start();
  const headers = { "content-type": "application/json", "x-api-key": "mine", accept: "text/event-stream" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ query: "{ __typename }" }) });
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(await response.text()).toBe(
    ':\n\nevent: next\ndata: {"data":{"__typename":"Query"}}\n\nevent: complete\ndata:\n\n',
  );
});

test("an invalid request is rejected in JSON, before a stream opens", async () => {
  const { url, graphql } = await start();
  const ask = async (query: string, key = "mine") => {
    const headers = { "content-type": "application/json", "x-api-key": key, accept: "text/event-stream" };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ query }) });
    return { status: response.status, body: await response.json() };
  };
  expect(await ask(subscription, "unknown")).toMatchObject({ status: 401 });
  expect(await ask("subscription { nothing }")).toMatchObject({ status: 400, body: { errors: [{}] } });
  expect(await ask("subscription { recordChanges(kinds: [NOTHING]) { overflow } }")).toMatchObject({ status: 400 });
  expect(await graphql(subscription)).toMatchObject({
    status: 400,
    errors: [{ message: expect.stringContaining("text/event-stream") }],
  });
});
