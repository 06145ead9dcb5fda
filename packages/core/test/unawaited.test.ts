import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { startService } from "./start-service.ts";

/** A service that is away. */
const fetch = async (): Promise<Response> => {
  throw new TypeError("fetch failed");
};

test("a step that is sent and not awaited can be collected while its record waits", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void; // what the flag adds
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

test("sendings that are dropped and not awaited are told once, not each; those that are awaited reject", async () => {
  const { connect, errors } = startService();
  const client = connect({ fetch, delivery: { maxQueueBytes: 2_000 } });
  const send = () => client.step({ name: "s", type: "tool" }).send();
  const awaitedLater = send();
  await setImmediate();
  const rejection = awaitedLater.catch(String);
  for (let index = 0; index < 100; index += 1) void send();
  await setImmediate();
  await expect(rejection).resolves.toContain("was dropped: more than 2000 bytes wait to be sent");
  const { queue_full: dropped = 0 } = client.stats().droppedBy;
  expect(dropped).toBeGreaterThan(90);
  expect(errors.map(String).filter((text) => text.includes("was dropped"))).toHaveLength(1);
});

test("a sending that is awaited after it was stored resolves to its step", async () => {
  const { client } = startService();
  const step = client.step({ id: "late", name: "late", type: "tool" });
  const sending = step.send();
  await client.flush();
  await expect(sending).resolves.toBe(step);
});
