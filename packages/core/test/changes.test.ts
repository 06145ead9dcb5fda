import { expect, test } from "vitest";
import { HttpError, NetworkError, TimeoutError } from "../src/index.ts";
import { Threadline } from "../src/threadline.ts";
import { startService } from "./start-service.ts";

const step = { id: "s", type: "tool" as const, name: "look up", threadId: "t" };

test("recordChanges yields writes and deletions until the loop is left", async () => {
  const { client, fetch } = startService();
  const changes = await client.api.recordChanges({ kinds: ["STEP"], threadId: "t" });
  const first = changes.next();
  await client.api.sendSteps([step, { ...step, id: "elsewhere", threadId: "u" }]);
  expect((await first).value).toEqual({
    overflow: false,
    changes: [{ kind: "STEP", id: "s", threadId: "t", rootRunId: null, stepId: "s", change: "WRITTEN" }],
  });
  const second = changes.next();
  await client.api.deleteStep("s");
  expect((await second).value?.changes).toMatchObject([{ id: "s", change: "DELETED" }]);
  await changes.return?.();
  expect((await fetch("http://threadline.test/health")).status).toBe(200);
});

test("recordChanges throws the signal's reason", async () => {
  const { client } = startService();
  const controller = new AbortController();
  const next = (await client.api.recordChanges({}, { signal: controller.signal })).next();
  const reason = new Error("the user left");
  setTimeout(() => controller.abort(reason), 50);
  await expect(next).rejects.toBe(reason);
});

test("recordChanges rejects when it is refused, disconnected or not answered", async () => {
  const { connect } = startService();
  await expect(connect({ apiKey: "unknown" }).api.recordChanges()).rejects.toThrow(HttpError);

  const over = (body: () => Promise<Response> | Response) =>
    new Threadline({ apiKey: "k", url: "http://threadline.test", fetch: async () => body() }).api;
  const headers = { "content-type": "text/event-stream" };
  const torn = over(() => new Response(":\n\nevent: next\nda", { headers }));
  await expect((await torn.recordChanges()).next()).rejects.toThrow(NetworkError);
  const hanging = over(() => new Promise<Response>(() => {}));
  await expect(hanging.recordChanges({}, { timeoutMs: 20 })).rejects.toThrow(TimeoutError);
  const failed = over(() => new Response('event: next\ndata: {"errors":[{"message":"no"}]}\n\n', { headers }));
  await expect((await failed.recordChanges()).next()).rejects.toThrow("recordChanges: no");
});

test("events are read in chunks of any size", async () => {
  const notice = { overflow: true, changes: [] };
  const text = `:\n\nevent: next\ndata: ${JSON.stringify({ data: { recordChanges: notice }, note: "é" })}\n\nevent: complete\ndata:\n\n`;
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
    },
  });
  const fetch = async () => new Response(body, { headers: { "content-type": "text/event-stream" } });
  const told = [];
  const { api } = new Threadline({ apiKey: "k", url: "http://threadline.test", fetch });
  for await (const changes of await api.recordChanges()) told.push(changes);
  expect(told).toEqual([notice]);
});

test("a disabled client receives no changes", async () => {
  const { api } = new Threadline({ disabled: true });
  expect(await (await api.recordChanges()).next()).toEqual({ done: true, value: undefined });
});
