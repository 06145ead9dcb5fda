import { setImmediate, setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { HttpError, NetworkError } from "../errors.ts";
import { Threadline } from "../threadline.ts";
import type { JsonObject } from "../types/json.ts";
import { Delivery, type DeliveryOptions } from "./delivery.ts";
import { type DeliveryLimits, resolveLimits } from "./delivery-options.ts";

const client = new Threadline({ apiKey: "tl_test" });
const step = (id: string, input?: JsonObject) => client.step({ id, name: id, type: "tool", input });

interface Request {
  steps: { id: string; name: string; input?: JsonObject; metadata?: JsonObject }[];
  threads: string[];
}

interface Recorder {
  answer: (request: Request) => Promise<object | void> | object | void;
  limits: DeliveryLimits;
}

function acknowledge({ steps, threads }: Request): object {
  const ingestThreads = threads.map((id) => ({ id, ok: true, message: null }));
  return { data: { ingestThreads, ingestSteps: steps.map(({ id }) => ({ id, ok: true, message: null })) } };
}

const invalid = [{ message: "invalid", extensions: { code: "BAD_USER_INPUT" } }];

/** Creates a delivery. Unless `answer` is given, its service stores all records. */
function record({ answer, limits, ...options }: Partial<Recorder> & Partial<Omit<DeliveryOptions, "limits">> = {}) {
  const requests: Request[] = [];
  const errors: unknown[] = [];
  const delivery = new Delivery({
    limits: resolveLimits({ flushIntervalMs: 5, maxBatchCount: 100, ...limits }),
    recording: {},
    backoff: { random: () => 0 },
    onError: (error) => errors.push(error),
    post: async (body) => {
      const { variables } = JSON.parse(new TextDecoder().decode(body)) as { variables: Record<string, unknown> };
      const { steps, threads = [] } = variables as { steps: Request["steps"]; threads?: { id: string }[] };
      const request: Request = { steps, threads: threads.map(({ id }) => id) };
      requests.push(request);
      const given = await answer?.(request);
      return given ?? acknowledge(request);
    },
    ...options,
  });
  return { delivery, requests, errors, ids: () => requests.map(({ steps }) => steps.map(({ id }) => id)) };
}

test("records that are added together share a request, up to maxBatchCount", async () => {
  const { delivery, ids } = record();
  for (let index = 0; index < 250; index++) delivery.addStep(step(`s${index}`));
  await expect(delivery.flush()).resolves.toStrictEqual({ delivered: 250, pending: 0, dropped: 0 });
  expect(ids().map(({ length }) => length)).toStrictEqual([100, 100, 50]);
});

test("a snapshot of each record is sent without a flush", async () => {
  const { delivery, requests } = record();
  const changing = step("s", { state: "before" });
  delivery.addStep(changing);
  changing.input = { state: "after" };
  expect(requests).toHaveLength(0);
  await expect.poll(() => requests).toMatchObject([{ steps: [{ id: "s", input: { state: "before" } }] }]);
});

test("under a steady load, requests are four intervals apart", async () => {
  const { delivery, requests } = record({ limits: { flushIntervalMs: 25 } });
  const startedAt = performance.now();
  for (let index = 0; index < 40; index += 1) {
    delivery.addStep(step(`s${index}`));
    // oxlint-disable-next-line no-await-in-loop -- spread over time
    await setTimeout(10);
  }
  const spent = performance.now() - startedAt;
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.length).toBeLessThanOrEqual(1 + Math.ceil(spent / 100));
  await expect(delivery.flush()).resolves.toMatchObject({ delivered: 40, pending: 0 });
});

test("an awaited record does not wait for the next request", async () => {
  const { delivery, requests } = record({ limits: { flushIntervalMs: 60_000 } });
  await delivery.sendStep(step("first"))();
  delivery.addStep(step("waits"));
  await delivery.sendStep(step("second"))();
  expect(requests.map(({ steps }) => steps.map(({ id }) => id))).toStrictEqual([["first"], ["waits", "second"]]);
});

test("hundreds of threads share a request with their steps, up to maxBatchCount", async () => {
  const { delivery, requests } = record({ limits: { maxBatchCount: 500 } });
  for (let index = 0; index < 250; index += 1) {
    delivery.addThread(client.thread({ id: `t${index}` }));
    delivery.addStep(step(`s${index}`));
  }
  await expect(delivery.flush()).resolves.toStrictEqual({ delivered: 500, pending: 0, dropped: 0 });
  expect(requests.map(({ threads, steps }) => [threads.length, steps.length])).toStrictEqual([[250, 250]]);
});

test("threads and steps share a request", async () => {
  const { delivery, requests } = record();
  delivery.addThread(client.thread({ id: "a" }));
  delivery.addStep(step("s"));
  delivery.addThread(client.thread({ id: "b" }));
  await delivery.flush();
  expect(requests).toMatchObject([{ threads: ["a", "b"], steps: [{ id: "s" }] }]);
});

test("flush waits for records added meanwhile, with at most four requests in flight", async () => {
  let travelling = 0;
  let most = 0;
  const four = Promise.withResolvers<void>();
  const { delivery, requests } = record({
    answer: async ({ steps }) => {
      most = Math.max(most, ++travelling);
      if (travelling === 4) four.resolve();
      await four.promise;
      await setTimeout(2);
      travelling--;
      if (steps[0]?.id === "s0") delivery.addThread(client.thread({ id: "late" }));
    },
  });
  for (let index = 0; index < 1000; index++) delivery.addStep(step(`s${index}`));
  await delivery.flush();
  expect({ travelling, most }).toStrictEqual({ travelling: 0, most: 4 });
  expect(requests.flatMap(({ threads }) => threads)).toStrictEqual(["late"]);
});

test("records of one step arrive in order", async () => {
  const arrived: string[] = [];
  const { delivery, requests } = record({
    answer: async ({ steps }) => {
      await setTimeout(steps[0]?.name === "start" ? 30 : 1);
      arrived.push(...steps.map(({ name }) => name));
    },
  });
  delivery.addStep(client.step({ id: "s", name: "start", type: "tool" }));
  await expect.poll(() => requests, { interval: 1 }).toHaveLength(1);
  delivery.addStep(client.step({ id: "s", name: "end", type: "tool" }));
  await delivery.flush();
  expect(arrived).toStrictEqual(["start", "end"]);
});

test("errors of onError are ignored", async () => {
  const throwing = () => {
    throw new Error("the hook fails");
  };
  for (const onError of [throwing, () => Promise.reject(new Error("the hook fails"))]) {
    const answer = ({ steps }: Request): void => {
      if (steps.some(({ id }) => id === "s")) throw new HttpError("no", { status: 400, errors: invalid });
    };
    const { delivery } = record({ answer, onError });
    delivery.addStep(step("s"));
    await expect(delivery.flush()).resolves.toMatchObject({ dropped: 1 });
  }
});

test("a request has at most maxBatchBytes, or one larger record", async () => {
  const { delivery, ids } = record({ limits: { maxBatchBytes: 40_000 } });
  for (const [id, size] of Object.entries({ a: 1, b: 2, c: 2, d: 5, e: 1 })) {
    delivery.addStep(step(id, { text: "x".repeat(size * 10_000) }));
  }
  await delivery.flush();
  expect(ids()).toStrictEqual([["a", "b"], ["c"], ["d"], ["e"]]);
});

test.each([
  ["400", new HttpError("unreadable", { status: 400, errors: invalid }), "refused"],
  ["413", new HttpError("too large", { status: 413 }), "too_large"],
])(
  "a step that the service rejects with %s does not affect the others of its batch",
  async (_status, refusal, reason) => {
    const stored: string[] = [];
    const { delivery, errors, requests } = record({
      backoff: { minDelayMs: 1, maxJitterMs: 1, random: () => 0 },
      answer: ({ steps }) => {
        if (steps.some(({ id }) => id === "bad")) throw refusal;
        stored.push(...steps.map(({ id }) => id));
      },
    });
    for (const id of ["a", "b", "bad", "c", "d"]) delivery.addStep(step(id));
    await expect(delivery.flush()).resolves.toStrictEqual({ delivered: 4, pending: 0, dropped: 1 });
    expect(stored.slice(0, 4).toSorted()).toStrictEqual(["a", "b", "c", "d"]);
    expect(errors).toMatchObject([
      {
        name: "DeliveryError",
        message: expect.stringContaining("refused 5 records, which are kept and sent again"),
        cause: refusal,
      },
      { name: "DeliveryError", message: expect.stringContaining("bad was dropped"), cause: refusal },
    ]);
    expect(delivery.stats()).toMatchObject({ submitted: 5, droppedBy: { [reason]: 1 } });
    // The service receives a step that reports the dropped record.
    expect(requests.at(-1)).toMatchObject({
      steps: [{ name: "threadline.dropped", metadata: { dropped: { [reason]: 1 } } }],
    });
  },
);

test("a step that the service rejects in its result is dropped with the reason, and not sent again", async () => {
  const { delivery, errors } = record({
    answer: ({ steps }) => ({
      data: {
        ingestSteps: steps.map(({ id }) => ({ id, ok: id !== "bad", message: id === "bad" ? "its type" : null })),
      },
    }),
  });
  delivery.addStep(step("bad"));
  delivery.addStep(step("good"));
  await expect(delivery.flush()).resolves.toStrictEqual({ delivered: 1, pending: 0, dropped: 1 });
  expect(errors).toMatchObject([{ message: "bad was dropped: its type" }]);
});

test("a thread that the service rejects is dropped with the reason", async () => {
  const { delivery, errors } = record({
    answer: () => ({
      data: { ingestThreads: [{ ok: false, message: "its tags" }, { ok: true }], ingestSteps: [] },
    }),
  });
  for (const id of ["a", "b"]) delivery.addThread(client.thread({ id }));
  await expect(delivery.flush()).resolves.toStrictEqual({ delivered: 1, pending: 0, dropped: 1 });
  expect(errors).toMatchObject([{ message: "a was dropped: its tags" }]);
});

test("beyond the limit, the oldest pending records are dropped, counted and reported, and the rest is sent", async () => {
  let isDown = true;
  const { delivery, errors, ids, requests } = record({
    limits: { maxQueueBytes: 5_000 },
    answer: () => {
      if (isDown) throw new NetworkError("connection refused");
    },
  });
  for (let index = 0; index < 10; index++) delivery.addStep(step(`s${index}`, { text: "x".repeat(1_000) }));
  expect(delivery.stats()).toMatchObject({ submitted: 10, droppedBy: { queue_full: 7 } });
  expect(delivery.stats().bytes).toBeLessThanOrEqual(5_000);
  expect(errors).toMatchObject([{ name: "DeliveryError", message: expect.stringContaining("s0 was dropped") }]);
  isDown = false;
  await expect(delivery.flush()).resolves.toStrictEqual({ delivered: 3, pending: 0, dropped: 7 });
  expect(ids()[0]).toStrictEqual(["s7", "s8", "s9"]);
  expect(requests[1]).toMatchObject({ steps: [{ metadata: { dropped: { queue_full: 7 } } }] });
});

test("a flush during an outage resolves at its timeout, and nothing is lost", async () => {
  let isDown = true;
  const { delivery, errors, ids } = record({
    answer: () => {
      if (isDown) throw new NetworkError("connection refused");
    },
  });
  delivery.addStep(step("a"));
  await expect.poll(() => delivery.stats().failedRequests).toBe(1);
  const results = await Promise.all([delivery.flush({ timeoutMs: 20 }), delivery.flush({ timeoutMs: 30 })]);
  expect(results).toStrictEqual(Array.from({ length: 2 }, () => ({ delivered: 0, pending: 1, dropped: 0 })));
  const { isDown: isKnownDown, failedRequests } = delivery.stats();
  expect(isKnownDown).toBe(true);
  expect(errors).toMatchObject([{ name: "DeliveryError", message: expect.stringContaining("connection refused") }]);
  isDown = false;
  await expect(delivery.flush()).resolves.toStrictEqual({ delivered: 1, pending: 0, dropped: 0 });
  expect(ids()).toStrictEqual(Array.from({ length: failedRequests + 1 }, () => ["a"]));
});

test.each([401, 403])(
  "a key that the service rejects with %i is reported, and pending records are sent with the right one",
  async (status) => {
    let isWrong = true;
    const { delivery, errors, ids } = record({
      answer: () => {
        if (isWrong) throw new HttpError(`it answered ${status}: Invalid API key`, { status });
      },
    });
    for (const id of ["a", "b", "c"]) delivery.addStep(step(id));
    await expect.poll(() => errors).toHaveLength(1);
    await delivery.flush({ timeoutMs: 20 });
    const message = `3 records are kept until the service accepts the key: it answered ${status}: Invalid API key. Check THREADLINE_API_KEY or \`apiKey\`.`;
    expect(errors).toMatchObject([{ name: "DeliveryError", message }]);
    isWrong = false;
    await expect(delivery.flush()).resolves.toStrictEqual({ delivered: 3, pending: 0, dropped: 0 });
    expect(ids().at(-1)).toStrictEqual(["a", "b", "c"]);
  },
);

test("after shutdown nothing is sent, and new records are dropped", async () => {
  const { delivery, ids, errors } = record();
  delivery.addStep(step("a"));
  await expect(delivery.shutdown()).resolves.toStrictEqual({ delivered: 1, pending: 0, dropped: 0 });
  delivery.addStep(step("b"));
  await expect(delivery.shutdown({ timeoutMs: 10 })).resolves.toStrictEqual({ delivered: 1, pending: 0, dropped: 1 });
  expect(ids()).toStrictEqual([["a"]]);
  expect(errors).toMatchObject([{ message: expect.stringContaining("shutdown()") }]);
});

test("a step that breaks the service is isolated and dropped, and the others are stored", async () => {
  const { delivery, errors } = record({
    limits: { maxRequests: 1 },
    answer: ({ steps }) => {
      if (steps.some(({ id }) => id === "bad")) throw new HttpError("broken", { status: 500, retryAfterMs: 0 });
    },
    backoff: { minDelayMs: 1, maxJitterMs: 1, random: () => 0 },
  });
  for (let index = 0; index < 40; index++) delivery.addStep(step(index === 7 ? "bad" : `s${index}`));
  await expect(delivery.flush()).resolves.toStrictEqual({ delivered: 39, pending: 0, dropped: 1 });
  expect(errors.map(String).join()).toContain("bad was dropped: all requests that contain it fail");
});

test("a record that cannot be serialized is dropped, without an error in the host", async () => {
  const { delivery, errors } = record();
  const hostile = step("hostile");
  Object.defineProperty(hostile, "input", {
    get: () => {
      throw new Error("no input");
    },
  });
  delivery.addStep(hostile);
  expect(delivery.stats()).toMatchObject({ submitted: 1, droppedBy: { unreadable: 1 } });
  expect(errors).toMatchObject([{ name: "DeliveryError" }]);
  await delivery.flush();
});

test("waitUntil receives a promise that is pending until everything is sent", async () => {
  const promises: Promise<unknown>[] = [];
  const { delivery, ids } = record({
    answer: () => setTimeout(10),
    waitUntil: (promise) => void promises.push(promise),
  });
  delivery.addStep(step("a"));
  delivery.addStep(step("b"));
  expect(promises).toHaveLength(1);
  await promises[0];
  expect(ids()).toStrictEqual([["a", "b"]]);
  expect(delivery.stats()).toMatchObject({ pending: 0, delivered: 2 });
});

test("flush and shutdown run beforeFlush work first, and send its records", async () => {
  const { delivery, requests, errors } = record();
  const stop = delivery.beforeFlush(async () => {
    await setTimeout(1);
    delivery.addStep(step("open"));
    throw new Error("of the work");
  });
  await delivery.flush();
  stop();
  await delivery.flush();
  delivery.beforeFlush(() => delivery.addStep(step("at the end")));
  await delivery.shutdown();
  expect(requests.flatMap(({ steps }) => steps.map(({ id }) => id))).toStrictEqual(["open", "at the end"]);
  expect(errors).toMatchObject([{ message: "of the work" }]);
});

test("flush waits for beforeFlush work up to its timeout", async () => {
  const { delivery } = record();
  delivery.beforeFlush(() => new Promise(() => undefined));
  await expect(delivery.flush({ timeoutMs: 5 })).resolves.toMatchObject({ pending: 0 });
});

test("many clients share one process listener, which is removed when they are done", async () => {
  const before = [process.listenerCount("beforeExit"), process.listenerCount("exit")];
  const deliveries = Array.from({ length: 20 }, () => record().delivery);
  for (const delivery of deliveries) delivery.addStep(step("s"));
  expect(process.listenerCount("beforeExit")).toBeLessThanOrEqual(before[0]! + 1);
  await Promise.all(deliveries.map((delivery) => delivery.flush()));
  expect([process.listenerCount("beforeExit"), process.listenerCount("exit")]).toStrictEqual(before);
});

test("after a pending record is dropped, a later record with its id still waits for the one in flight", async () => {
  const arrived: string[] = [];
  let release = (): void => undefined;
  const first = new Promise<void>((resolve) => (release = resolve));
  const { delivery, requests } = record({
    limits: { maxQueueBytes: 4_000, maxRequests: 2 },
    answer: async ({ steps }) => {
      if (steps[0]?.name === "one") await first;
      arrived.push(...steps.map(({ name }) => name));
    },
  });
  const version = (name: string) => client.step({ id: "s", name, type: "tool", input: { text: "x".repeat(1_200) } });
  delivery.addStep(version("one"));
  await expect.poll(() => requests).toHaveLength(1);
  for (const name of ["two", "three", "four"]) delivery.addStep(version(name));
  await expect.poll(() => delivery.stats().droppedBy).toStrictEqual({ queue_full: 2 });
  release();
  await delivery.flush();
  expect(arrived.filter((name) => name !== "threadline.dropped")).toStrictEqual(["one", "four"]);
});

test("a flush skips the jitter, but keeps the minimum delay while the service is down", async () => {
  let isAway = true;
  const { delivery, requests } = record({
    // Without the flush, the retry would take hours.
    backoff: { minDelayMs: 20, random: () => 1_000_000 },
    answer: () => {
      if (isAway) throw new NetworkError("connection refused");
    },
  });
  delivery.addStep(step("s"));
  await expect.poll(() => delivery.stats().failedRequests).toBe(1);
  await setTimeout(40);
  expect(requests).toHaveLength(1);
  const startedAt = performance.now();
  await expect(delivery.flush({ timeoutMs: 200 })).resolves.toMatchObject({ pending: 1 });
  const attempts = requests.length - 1;
  expect(attempts).toBeGreaterThan(0);
  expect(attempts).toBeLessThanOrEqual((performance.now() - startedAt) / 20 + 1);
  isAway = false;
  await expect(delivery.flush()).resolves.toStrictEqual({ delivered: 1, pending: 0, dropped: 0 });
});

/** Responses of a service or of a proxy during an outage. */
const SPELLS: [string, () => object][] = [
  ["400", () => raise(new HttpError("no", { status: 400, errors: invalid }))],
  ["400 of a proxy", () => raise(new HttpError("no", { status: 400 }))],
  ["413", () => raise(new HttpError("no", { status: 413 }))],
  ["422", () => raise(new HttpError("no", { status: 422, errors: invalid }))],
  ["GraphQL errors", () => ({ errors: invalid })],
  ["GraphQL errors without a code", () => ({ data: null, errors: [{ message: "no" }] })],
  ["another answer", () => ({ hello: "world" })],
];

function raise(error: Error): never {
  throw error;
}

test.each(SPELLS)("a period of %s is an outage: few requests, few reports, nothing dropped", async (_name, answer) => {
  let isSpell = true;
  const { delivery, requests, errors } = record({
    limits: { maxBatchCount: 50, maxRequests: 1 },
    backoff: { minDelayMs: 10, maxJitterMs: 1, random: () => 0 },
    answer: () => (isSpell ? answer() : undefined),
  });
  for (let index = 0; index < 200; index += 1) delivery.addStep(step(`s${index}`));
  const startedAt = performance.now();
  await delivery.flush({ timeoutMs: 150 });
  // A delay follows each refusal except the first.
  expect(requests.length).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 10);
  expect(delivery.stats()).toMatchObject({ pending: 200, dropped: 0, isDown: true });
  expect(errors.length).toBeLessThanOrEqual(2);
  isSpell = false;
  await expect(delivery.flush()).resolves.toStrictEqual({ delivered: 200, pending: 0, dropped: 0 });
});

test("no record is dropped when the service rejects every record of every batch", async () => {
  let isSpell = true;
  const { delivery } = record({
    backoff: { minDelayMs: 5, maxJitterMs: 1, random: () => 0 },
    answer: ({ steps }) =>
      isSpell ? { data: { ingestSteps: steps.map(({ id }) => ({ id, ok: false, message: "no" })) } } : undefined,
  });
  for (let index = 0; index < 10; index += 1) delivery.addStep(step(`s${index}`));
  await expect(delivery.flush({ timeoutMs: 100 })).resolves.toMatchObject({ pending: 10, dropped: 0 });
  isSpell = false;
  await expect(delivery.flush()).resolves.toStrictEqual({ delivered: 10, pending: 0, dropped: 0 });
});

test("a thread that the service cannot store now is retried", async () => {
  let attempts = 0;
  const { delivery, requests } = record({
    backoff: { minDelayMs: 1, maxJitterMs: 1, random: () => 0 },
    answer: () => {
      attempts += 1;
      if (attempts > 1) return undefined;
      const errors = [{ message: "disk full", path: ["ingestThreads"], extensions: { code: "UNAVAILABLE" } }];
      return { data: null, errors };
    },
  });
  delivery.addThread(client.thread({ id: "t" }));
  delivery.addStep(step("s"));
  await expect(delivery.flush()).resolves.toStrictEqual({ delivered: 2, pending: 0, dropped: 0 });
  expect(requests.map(({ threads }) => threads)).toStrictEqual([["t"], ["t"]]);
});

test("drops are reported once a minute, with their count", async () => {
  const { delivery, errors } = record({
    backoff: { minDelayMs: 1, maxJitterMs: 1, random: () => 0 },
    answer: ({ steps }) => ({
      data: { ingestSteps: steps.map(({ id }) => ({ id, ok: !id.startsWith("bad"), message: "its type" })) },
    }),
  });
  for (let index = 0; index < 100; index += 1) delivery.addStep(step(index % 2 === 0 ? `bad${index}` : `s${index}`));
  await expect(delivery.flush()).resolves.toStrictEqual({ delivered: 50, pending: 0, dropped: 50 });
  expect(errors).toHaveLength(1);
});

test("records of one id are sent in order, while others may overtake them", async () => {
  const arrived: string[] = [];
  let release = (): void => undefined;
  const first = new Promise<void>((resolve) => (release = resolve));
  const { delivery, requests } = record({
    limits: { maxRequests: 2 },
    answer: async ({ steps }) => {
      if (steps[0]?.name === "x1") await first;
      arrived.push(...steps.map(({ name }) => name));
    },
  });
  delivery.addStep(client.step({ id: "x", name: "x1", type: "tool" }));
  await expect.poll(() => requests).toHaveLength(1);
  for (const name of ["x2", "x3"]) delivery.addStep(client.step({ id: "x", name, type: "tool" }));
  delivery.addStep(step("other"));
  await expect.poll(() => arrived).toStrictEqual(["other"]);
  release();
  await delivery.flush();
  expect(arrived).toStrictEqual(["other", "x1", "x2", "x3"]);
});

test("awaited and other records of one id arrive in the order of the calls, despite failures", async () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = createRandom(seed);
    const versions = new Map<string, number[]>();
    const store = (id: string, version: number) => versions.set(id, [...(versions.get(id) ?? []), version]);
    const { delivery } = record({
      limits: { flushIntervalMs: 0, maxBatchCount: 1 + Math.floor(random() * 6), maxRequests: 3 },
      backoff: { minDelayMs: 1, maxJitterMs: 1, random },
      answer: async ({ steps }) => {
        if (random() < 0.2) throw new NetworkError("lost");
        if (random() < 0.1) throw new HttpError("no", { status: 400, errors: invalid });
        if (random() < 0.5) await setImmediate();
        for (const { id, name } of steps) store(id, Number(name));
        if (random() < 0.1) throw new NetworkError("the answer was lost");
      },
    });
    const awaited: Promise<unknown>[] = [];
    for (let version = 0; version < 60; version += 1) {
      const id = `id${Math.floor(random() * 4)}`;
      const wait = delivery.sendStep(client.step({ id, name: String(version), type: "tool" }));
      if (random() < 0.4) awaited.push(wait().catch(() => undefined));
      if (random() < 0.2) await setImmediate();
    }
    await Promise.all(awaited);
    await expect(delivery.flush()).resolves.toMatchObject({ pending: 0, dropped: 0 });
    for (const [id, order] of versions) {
      const last = order.at(-1);
      expect({ seed, id, last }).toStrictEqual({ seed, id, last: Math.max(...order) });
    }
  }
});

test("waitUntil is called again for later records, also while earlier ones are pending", async () => {
  const promises: Promise<unknown>[] = [];
  let isAway = true;
  const { delivery } = record({
    limits: { flushIntervalMs: 1, exitTimeoutMs: 1_000 },
    backoff: { minDelayMs: 1, maxJitterMs: 1, random: () => 0 },
    answer: () => {
      if (isAway) throw new NetworkError("connection refused");
    },
    waitUntil: (promise) => void promises.push(promise),
  });
  delivery.addStep(step("a"));
  await promises[0];
  expect(delivery.stats()).toMatchObject({ pending: 1 });
  isAway = false;
  delivery.addStep(step("b"));
  expect(promises).toHaveLength(2);
  await promises[1];
  expect(delivery.stats()).toMatchObject({ pending: 0, delivered: 2 });
});

test("a shutdown aborts open requests, and its timeout covers all its work", async () => {
  const signals: AbortSignal[] = [];
  const { delivery } = record({
    post: (_body, { signal }) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      });
    },
  });
  delivery.addStep(step("a"));
  await expect.poll(() => signals).toHaveLength(1);
  delivery.beforeFlush(() => new Promise(() => undefined));
  await expect(delivery.shutdown({ timeoutMs: 10 })).resolves.toStrictEqual({ delivered: 0, pending: 1, dropped: 0 });
  expect(signals.map(({ aborted }) => aborted)).toStrictEqual([true]);
});

test("the host's fake timers do not stop a flush", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { delivery } = record({
    answer: () => {
      throw new NetworkError("connection refused");
    },
  });
  delivery.addStep(step("a"));
  await expect(delivery.flush({ timeoutMs: 20 })).resolves.toMatchObject({ pending: 1 });
});

test("a running step is sent once before it ends, and counted at its end", async () => {
  const { delivery, requests } = record({ previewMs: 5 });
  const running = client.step({ id: "s", name: "running", type: "tool" });
  const end = delivery.previewStep(running);
  await expect.poll(() => requests).toHaveLength(1);
  expect(delivery.stats()).toMatchObject({ delivered: 0, dropped: 0 });
  end();
  running.name = "ended";
  delivery.addStep(running);
  await expect(delivery.flush()).resolves.toStrictEqual({ delivered: 1, pending: 0, dropped: 0 });
  expect(requests.map(({ steps }) => steps.map(({ name }) => name))).toStrictEqual([["running"], ["ended"]]);
});

test("a step that ends at once is sent once", async () => {
  const { delivery, requests } = record({ previewMs: 5 });
  for (let index = 0; index < 100; index += 1) {
    const end = delivery.previewStep(step(`s${index}`));
    end();
    delivery.addStep(step(`s${index}`));
  }
  const stillRuns = delivery.previewStep(step("running"));
  await expect.poll(() => requests.flatMap(({ steps }) => steps)).toHaveLength(101);
  stillRuns();
  await expect(delivery.flush()).resolves.toStrictEqual({ delivered: 100, pending: 0, dropped: 0 });
});

/** Seeded random numbers from 0 up to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
