import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { startService } from "./start-service.ts";

/** `fetch` of a service that is down. */
const fetch = async (): Promise<Response> => {
  throw new TypeError("fetch failed");
};

test("an unawaited step can be garbage-collected while its record is pending", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void; // `--expose-gc` adds `gc`
  const { connect } = startService();
  const client = connect({ fetch });
  const steps = Array.from({ length: 20 }, (_, index) => {
    const step = client.step({ name: `step ${index}`, type: "tool" });
    void step.send();
    return new WeakRef(step);
  });
  const threads = Array.from({ length: 20 }, () => {
    const thread = client.thread({ name: "thread" });
    void thread.upsert();
    return new WeakRef(thread);
  });
  await setImmediate();
  collectGarbage();
  const kept = [...steps, ...threads].filter((reference) => reference.deref() !== undefined);
  expect(client.stats().pending).toBe(40);
  expect(kept).toStrictEqual([]);
});

test("dropped records are reported once unless they are awaited; awaited ones reject", async () => {
  const { connect, errors } = startService();
  const client = connect({ fetch, delivery: { maxQueueBytes: 2_000 } });
  const send = () => client.step({ name: "s", type: "tool" }).send();
  const awaitedLater = send();
  await setImmediate();
  const rejection = awaitedLater.catch(String);
  for (let index = 0; index < 100; index += 1) void send();
  await setImmediate();
  await expect(rejection).resolves.toContain("was dropped: more than 2000 bytes are pending");
  const { queue_full: dropped = 0 } = client.stats().droppedBy;
  expect(dropped).toBeGreaterThan(90);
  expect(errors.map(String).filter((text) => text.includes("was dropped"))).toHaveLength(1);
});

test("a send that is awaited after it was stored resolves to its step", async () => {
  const { client } = startService();
  const step = client.step({ id: "late", name: "late", type: "tool" });
  const sending = step.send();
  await client.flush();
  await expect(sending).resolves.toBe(step);
});

test("sends of one step are stored in order, awaited or not", async () => {
  const { client } = startService();
  for (let round = 0; round < 20; round += 1) {
    const id = `ordered ${round}`;
    const step = client.step({ id, name: "ordered", type: "tool", output: { state: "1" } });
    void step.send();
    step.output = { state: "2" };
    const second = step.send().then(() => undefined);
    step.output = { state: "3" };
    void step.send();
    step.output = { state: "4" };
    await step.send();
    await second;
    await expect(client.api.getStep(id)).resolves.toMatchObject({ output: { state: "4" } });
    await client.flush();
    await expect(client.api.getStep(id)).resolves.toMatchObject({ output: { state: "4" } });
  }
});

test("an unawaited send inside of wrap does not overwrite the end of the step", async () => {
  const { client } = startService();
  await client.step({ id: "inside", name: "s", type: "tool", output: { state: "open" } }).wrap((step) => {
    void step.send();
    return { state: "done" };
  });
  await client.flush();
  await expect(client.api.getStep("inside")).resolves.toMatchObject({ output: { state: "done" } });
});

test("an awaited send waits no longer than timeoutMs", async () => {
  const { connect } = startService();
  const client = connect({ fetch, timeoutMs: 50 });
  const step = client.step({ id: "s", name: "s", type: "tool" });
  void step.send();
  await expect(step.send()).rejects.toThrow("s was not acknowledged within 50 ms and is still pending");
});

test("an unawaited send with catch or finally does not end the host", async () => {
  const service = startService();
  let isAway = true;
  const client = service.connect({
    fetch: async (input, init) => (isAway ? fetch() : service.fetch(new Request(input, init))),
  });
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown) => rejections.push(reason);
  process.on("unhandledRejection", onRejection);
  const caught: unknown[] = [];
  void client
    .step({ id: "caught", name: "s", type: "tool" })
    .send()
    .catch((error: unknown) => caught.push(error));
  void client
    .step({ id: "finally", name: "s", type: "tool" })
    .send()
    .finally(() => undefined);
  await client.flush({ timeoutMs: 20 });
  isAway = false;
  await expect(client.flush()).resolves.toStrictEqual({ delivered: 2, pending: 0, dropped: 0 });
  expect(caught).toStrictEqual([]);
  await client.shutdown();
  void client
    .step({ name: "late", type: "tool" })
    .send()
    .finally(() => undefined);
  void client
    .step({ name: "late", type: "tool" })
    .send()
    .catch((error: unknown) => caught.push(error));
  await setImmediate();
  expect(caught).toMatchObject([{ name: "DeliveryError" }]);
  expect(rejections).toStrictEqual([]);
  process.off("unhandledRejection", onRejection);
});

test("awaited and unawaited records share a request", async () => {
  const { client, connect, fetch: serve } = startService();
  const bodies: string[] = [];
  const { api } = client;
  const recorder = connect({
    fetch: async (input, init) => {
      const request = new Request(input, init);
      bodies.push(await request.clone().text());
      return serve(request);
    },
  });
  const step = (id: string) => recorder.step({ id, name: id, type: "tool" });
  void step("a").send();
  const awaited = [step("b").send(), recorder.thread({ id: "t" }).upsert()];
  void step("c")
    .send()
    .catch(() => undefined);
  await Promise.all(awaited);
  expect(bodies).toHaveLength(1);
  const { variables } = JSON.parse(bodies[0]!) as { variables: { steps: { id: string }[] } };
  expect(variables.steps.map(({ id }) => id)).toStrictEqual(["a", "b", "c"]);
  await expect(api.getThread("t")).resolves.not.toBeNull();
});

test("an awaited send rejects after maxRetries retries in an outage, and its record is stored when the outage ends", async () => {
  const { connect, client: reader, fetch: serve } = startService();
  let requests = 0;
  let isAway = true;
  const client = connect({
    maxRetries: 1,
    fetch: async (input, init) => {
      requests += 1;
      return isAway ? fetch() : serve(new Request(input, init));
    },
  });
  const step = client.step({ id: "kept", name: "kept", type: "tool" });
  await expect(step.send()).rejects.toMatchObject({ name: "NetworkError" });
  expect(requests).toBe(2);
  expect(client.stats()).toMatchObject({ pending: 1, dropped: 0 });
  isAway = false;
  await expect(client.flush()).resolves.toStrictEqual({ delivered: 1, pending: 0, dropped: 0 });
  await expect(reader.api.getStep("kept")).resolves.toMatchObject({ name: "kept" });
});

test("a send with an awaited catch rejects as soon as the service refuses the record", async () => {
  const { client } = startService();
  const error = await client
    .step({ id: "bad", name: "bad", type: "no such type" as "tool" })
    .send()
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    name: "DeliveryError",
    message: expect.stringContaining("bad was refused:") as string,
  });
  expect(client.stats().requests).toBe(1);
});
