import { createServer } from "threadline";
import { expect, onTestFinished, test } from "vitest";
import { Threadline } from "../src/index.ts";

test("records that exceed a quota are kept, reported once, and delivered when the service accepts them", async () => {
  let time = Date.parse("2026-11-20T12:00:00Z");
  const apiKey = "tl_test_key";
  const server = createServer({ apiKey, now: () => time, limits: { maxStepsPerDay: 100 } });
  onTestFinished(() => server.close());
  const waits: (string | null)[] = [];
  const errors: unknown[] = [];
  const client = new Threadline({
    apiKey,
    url: "http://threadline.test",
    delivery: { flushIntervalMs: 5, maxBatchCount: 50 },
    onError: (error) => errors.push(error),
    async fetch(input, init) {
      const answer = await server.fetch(input, init);
      if (answer.status !== 429) return answer;
      // The service sends a `Retry-After` of a minute, which is too long for a test.
      waits.push(answer.headers.get("retry-after"));
      return new Response(await answer.text(), { status: 429, headers: { "retry-after": "0" } });
    },
  });
  const record = async (count: number, name: string): Promise<void> => {
    for (let index = 0; index < count; index += 1) await client.step({ name, type: "tool" }).wrap(() => index);
  };
  await record(100, "first");
  await expect(client.flush()).resolves.toStrictEqual({ delivered: 100, pending: 0, dropped: 0 });
  await record(100, "second");
  await expect(client.flush({ timeoutMs: 1_500 })).resolves.toStrictEqual({ delivered: 100, pending: 100, dropped: 0 });
  expect(waits.length).toBeGreaterThan(0);
  expect(new Set(waits)).toStrictEqual(new Set(["60"]));
  expect(errors).toHaveLength(1);
  expect(String(errors[0])).toContain("reached its quota of 100 steps per day");

  time += 86_400_000;
  await expect.poll(() => client.stats()).toMatchObject({ delivered: 200, pending: 0, dropped: 0 });
  expect((await client.api.getSteps({ first: 1 })).totalCount).toBe(200);
});
