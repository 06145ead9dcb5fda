import { setTimeout } from "node:timers/promises";
import { createServer } from "threadline";
import { expect, test } from "vitest";
import { Threadline } from "../src/index.ts";
import { type Fault, startFaultProxy } from "./fault-proxy.ts";

const apiKey = "tl_test_key";
const FAULTS: Fault[] = [
  "refused",
  "reset",
  "hang",
  "400",
  "413",
  "422",
  "429",
  "500",
  "503",
  "html",
  "graphql",
  "lost",
];
/** Number of records. One record is sent every 10 ms, and the fault starts at record 30 and ends at record 200. */
const COUNT = 250;
const FAULTY = { from: 30, until: 200 };

test.concurrent.each(FAULTS)(
  "an outage (%s) loses nothing, duplicates nothing and is not flooded with retries",
  // During a fault, a client waits for seconds between its requests, so all faults are tested concurrently.
  { timeout: 60_000 },
  async (fault) => {
    const server = createServer({ apiKey });
    const proxy = await startFaultProxy(async (request) => server.fetch(request));
    const errors: unknown[] = [];
    const client = new Threadline({
      apiKey,
      url: proxy.url,
      // A busy machine may need this long to respond.
      delivery: { flushIntervalMs: 20, requestTimeoutMs: 2_000 },
      onError: (error) => errors.push(error),
    });
    const rejections: unknown[] = [];
    const onRejection = (reason: unknown) => rejections.push(reason);
    process.on("unhandledRejection", onRejection);

    let [begin, end] = [0, 0];
    for (let index = 0; index < COUNT; index += 1) {
      if (index === FAULTY.from) {
        begin = performance.now();
        await proxy.setFault(fault);
      }
      if (index === FAULTY.until) {
        await proxy.setFault("none");
        end = performance.now();
      }
      const scores = [{ name: "s", type: "CODE" as const, value: 1 }];
      await client.step({ id: `s${index}`, name: "s", type: "tool", scores }).wrap(() => index);
      await setTimeout(10);
    }
    await expect(client.flush({ timeoutMs: 50_000 })).resolves.toStrictEqual({
      delivered: COUNT,
      pending: 0,
      dropped: 0,
    });
    const reader = new Threadline({ apiKey, fetch: async (input, init) => server.fetch(new Request(input, init)) });
    const [steps, scores] = await Promise.all([reader.api.getSteps({ first: 1 }), reader.api.getScores({ first: 1 })]);
    expect({ steps: steps.totalCount, scores: scores.totalCount }).toStrictEqual({ steps: COUNT, scores: COUNT });

    // Allows the requests in flight when the fault starts, and then one request per second.
    expect(proxy.faultyRequests.length).toBeLessThanOrEqual(4 + Math.ceil((end - begin) / 1_000));
    expect(client.stats()).toMatchObject({ submitted: COUNT, bytes: 0, isDown: false });
    expect(client.stats().failedRequests).toBeGreaterThan(0);
    // Allows one report for a refused request, and one for the outage.
    expect(errors.length).toBeLessThanOrEqual(2);
    expect(errors.length).toBeGreaterThan(0);
    expect(rejections).toStrictEqual([]);
    process.off("unhandledRejection", onRejection);
    await proxy.close();
    await server.close();
  },
);

test("dropped and stored records of an outage add up to all submitted ones, and drops are reported to the service", async () => {
  const server = createServer({ apiKey });
  const proxy = await startFaultProxy(async (request) => server.fetch(request));
  await proxy.setFault("503");
  const client = new Threadline({
    apiKey,
    url: proxy.url,
    delivery: { flushIntervalMs: 20, maxQueueBytes: 20_000 },
    onError: () => undefined,
  });
  for (let index = 0; index < 100; index += 1) {
    await client.step({ id: `s${index}`, name: "s", type: "tool" }).wrap(() => ({ text: "x".repeat(500) }));
  }
  await setTimeout(100);
  await proxy.setFault("none");
  const { delivered, pending, dropped } = await client.flush({ timeoutMs: 50_000 });
  expect(delivered + dropped).toBe(100);
  expect(pending).toBe(0);
  expect(client.stats().droppedBy).toStrictEqual({ queue_full: dropped });

  const byName = (value: string) => client.api.getSteps({ filters: [{ field: "name", operator: "eq", value }] });
  expect((await byName("s")).totalCount).toBe(delivered);
  const reports = (await byName("threadline.dropped")).data;
  const reported = reports.map(({ metadata }) => (metadata as { dropped: { queue_full: number } }).dropped.queue_full);
  expect(reported.reduce((sum, count) => sum + count, 0)).toBe(dropped);
  await proxy.close();
  await server.close();
});
