import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { Threadline, ThreadlineError } from "../src/index.ts";

test.each([
  ["refuses connections", () => Promise.reject(new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") }))],
  ["answers 503", async () => new Response("<html>down</html>", { status: 503 })],
  ["answers nonsense", async () => new Response("OK", { status: 200 })],
  ["answers something else", async () => Response.json({ data: {} })],
  ["rejects the key", async () => Response.json({ errors: [{ message: "Invalid API key" }] }, { status: 401 })],
  ["never answers", () => new Promise<Response>(() => undefined)],
])("a dead service never breaks the host: one that %s", async (_name, fetch) => {
  const errors: unknown[] = [];
  const client = new Threadline({
    apiKey: "tl_test_key",
    url: "http://threadline.test",
    fetch,
    timeoutMs: 1_000,
    maxRetries: 0,
    delivery: { requestTimeoutMs: 1_000 },
    onError: (error) => errors.push(error),
  });
  const result = await client.thread({ name: "t" }).wrap(() => client.run({ name: "r" }).wrap(async () => "answer"));
  expect(result).toBe("answer");
  // The application continued before the request failed.
  expect(errors).toHaveLength(0);

  const { delivered, pending } = await client.flush({ timeoutMs: 1_200 });
  expect({ delivered, pending }).toStrictEqual({ delivered: 0, pending: 2 });
  await expect.poll(() => errors).toHaveLength(1);
  expect(errors.every((error) => error instanceof ThreadlineError && error.message.length > 10)).toBe(true);
  // An unhandled rejection would fail the run by now.
  await setTimeout(5);
});

test("send rejects with an error that names the failure", async () => {
  const dead = () => Promise.reject(new TypeError("fetch failed"));
  const client = new Threadline({ apiKey: "tl_test_key", fetch: dead, maxRetries: 0 });
  await expect(client.step({ name: "s", type: "tool" }).send()).rejects.toMatchObject({
    name: "NetworkError",
    message: expect.stringMatching(/ingestSteps|sendSteps/),
  });
});
