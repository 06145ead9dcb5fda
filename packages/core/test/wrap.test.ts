import { expect, test } from "vitest";
import { startService } from "./start-service.ts";

test("wrap records a run of nested steps under one thread", async () => {
  const { client, errors } = startService();
  const thread = client.thread({ name: "Support", participantId: "ada", tags: ["vip"] });
  const answer = await thread.wrap(() =>
    client.run({ name: "answer", input: { question: "How?" } }).wrap(async () => {
      const found = await client.step({ name: "search", type: "retrieval" }).wrap(async () => ["doc"]);
      return client.step({ name: "model", type: "llm" }).wrap(() => `See ${found.join()}`);
    }),
  );
  await client.flush();

  expect(answer).toBe("See doc");
  expect(errors).toStrictEqual([]);
  const stored = await client.api.getThread(thread.id);
  expect(stored).toMatchObject({ name: "Support", tags: ["vip"], participant: { identifier: "ada" } });
  const steps = Object.fromEntries((stored?.steps ?? []).map((step) => [step.name, step]));
  const run = steps["answer"];
  expect(run).toMatchObject({ type: "run", parentId: null, threadId: thread.id, output: { output: "See doc" } });
  expect(steps["search"]).toMatchObject({ parentId: run?.id, rootRunId: run?.id, output: { output: ["doc"] } });
  expect(steps["model"]).toMatchObject({ parentId: run?.id, rootRunId: run?.id, threadId: thread.id });
  expect(Date.parse(String(run?.endTime))).toBeGreaterThanOrEqual(Date.parse(String(run?.startTime)));
});

test("a failing callback is recorded with its error, which is rethrown", async () => {
  const { client } = startService();
  const reason = new TypeError("The model is away", { cause: new Error("socket hang up") });
  const thread = client.thread({ name: "Failing" });
  const run = thread.run({ name: "answer" });
  const wrapped = thread.wrap(() =>
    run.wrap((step) => {
      step.output = { partial: "Well" };
      throw reason;
    }),
  );
  await expect(wrapped).rejects.toBe(reason);
  await client.flush();

  const stored = await client.api.getStep(run.id);
  expect(stored).toMatchObject({ threadId: thread.id, output: { partial: "Well" } });
  expect(stored?.error).toContain("TypeError: The model is away");
  expect(stored?.error).toContain("socket hang up");
  expect(stored?.endTime).toBeTruthy();
  await expect(client.api.getThread(thread.id)).resolves.toMatchObject({ name: "Failing" });
});

test.each([
  ["a text", "gone", "gone"],
  ["an object", { code: 429 }, '{"code":429}'],
  ["nothing", undefined, "undefined"],
])("a callback that throws %s is recorded", async (_name, reason, recorded) => {
  const { client } = startService();
  const step = client.step({ name: "odd", type: "tool" });
  await expect(step.wrap(() => Promise.reject(reason))).rejects.toBe(reason);
  await client.flush();
  await expect(client.api.getStep(step.id)).resolves.toMatchObject({ error: recorded });
});

test("an output set by the callback is kept when it returns undefined", async () => {
  const { client } = startService();
  const step = client.step({ name: "tool", type: "tool" });
  await step.wrap((current) => {
    current.output = { rows: 3 };
  });
  await client.flush();
  await expect(client.api.getStep(step.id)).resolves.toMatchObject({ output: { rows: 3 } });
});

test("a returned plain object becomes the output, any other value is under output", async () => {
  const { client } = startService();
  const plain = client.step({ name: "plain", type: "tool" });
  const list = client.step({ name: "list", type: "tool" });
  await expect(plain.wrap(() => ({ city: "Paris" }))).resolves.toStrictEqual({ city: "Paris" });
  await list.wrap(() => ["Paris"]);
  await client.flush();
  await expect(client.api.getStep(plain.id)).resolves.toMatchObject({ output: { city: "Paris" } });
  await expect(client.api.getStep(list.id)).resolves.toMatchObject({ output: { output: ["Paris"] } });
});

test("wrap applies an update, which may be a function of the result", async () => {
  const { client } = startService();
  const step = client.step({ name: "before", type: "tool" });
  await step.wrap(
    () => 42,
    async (output) => ({ name: `after ${output}`, metadata: { checked: true }, tags: undefined }),
  );
  const thread = client.thread();
  await thread.wrap(() => undefined, { name: "Renamed", participantId: "ada" });
  await client.flush();
  await expect(client.api.getStep(step.id)).resolves.toMatchObject({ name: "after 42", metadata: { checked: true } });
  await expect(client.api.getThread(thread.id)).resolves.toMatchObject({
    name: "Renamed",
    participant: { identifier: "ada" },
  });
});

test("a failed update is reported to onError, and the result and the record are kept", async () => {
  const { client, errors } = startService();
  const step = client.step({ name: "tool", type: "tool" });
  const result = step.wrap(
    () => 42,
    () => {
      throw new Error("no update");
    },
  );
  await expect(result).resolves.toBe(42);
  await client.flush();
  expect(errors).toMatchObject([{ message: "no update" }]);
  await expect(client.api.getStep(step.id)).resolves.toMatchObject({ output: { output: 42 } });
});

test("an Error given as step.error is stored as text with its causes", async () => {
  const { client } = startService();
  const error = new Error("outer", { cause: new RangeError("inner") });
  const step = await client.step({ name: "failed", type: "tool", error }).send();
  const stored = await client.api.getStep(step.id);
  expect(stored?.error).toContain("Error: outer");
  expect(stored?.error).toContain("RangeError: inner");
});

test("a rejected step is reported to onError, and the others are stored", async () => {
  const { client, errors } = startService();
  const good = client.step({ name: "good", type: "tool" });
  const odd = client.step({ name: "odd", type: "no type of ours" as "tool" });
  const late = client.step({ name: "late", type: "no type of ours either" as "tool" });
  await Promise.all([good, odd, late].map((step) => step.wrap(() => "done")));
  await client.flush();
  await expect(client.api.getStep(good.id)).resolves.toMatchObject({ output: { output: "done" } });
  await expect(client.api.getStep(odd.id)).resolves.toBeNull();
  await expect(client.api.getStep(late.id)).resolves.toBeNull();
  // Drops are reported to `onError` at most once a minute. The service gets the number of all drops.
  expect(errors.map(String)).toMatchObject([expect.stringMatching(/type/)]);
  expect(client.stats().droppedBy).toStrictEqual({ refused: 2 });
});

test("the caller gets the callback's result or error unchanged, even if it cannot be recorded", async () => {
  const { client, errors } = startService();
  const refuse = (): never => {
    throw new Error("hands off");
  };
  const hostile: object = new Proxy({}, { getPrototypeOf: refuse, ownKeys: refuse, has: refuse });
  // `await` would read the `then` property of the value, so the value is in a list.
  await expect(client.step({ id: "returns", name: "s", type: "tool" }).wrap(() => [hostile])).resolves.toHaveLength(1);
  const throws = client.step({ id: "throws", name: "s", type: "tool" }).wrap(() => Promise.reject(hostile as Error));
  const reason: unknown = await throws.catch((error: unknown) => error);
  expect(Object.is(reason, hostile)).toBe(true);
  await client.flush();
  await expect(client.api.getStep("returns")).resolves.toMatchObject({ name: "s" });
  await expect(client.api.getStep("throws")).resolves.toMatchObject({ name: "s" });
  expect(errors.length).toBeLessThanOrEqual(1);
});

test("the input is recorded as of the start, unless another is set", async () => {
  const { client } = startService();
  const messages = [{ role: "user", content: "a" }];
  await client.step({ id: "changed", name: "s", type: "tool", input: { messages } }).wrap(() => {
    messages.push({ role: "assistant", content: "b" });
  });
  await client.step({ id: "replaced", name: "s", type: "tool", input: { messages } }).wrap((step) => {
    step.input = { other: true };
  });
  await client.flush();
  const inputs = await Promise.all(["changed", "replaced"].map(async (id) => (await client.api.getStep(id))?.input));
  expect(inputs).toStrictEqual([{ messages: [{ role: "user", content: "a" }] }, { other: true }]);
});

const unreadableError = Object.defineProperty(new Error("x"), "message", {
  get: () => {
    throw new Error("no message");
  },
});
const revoked = Proxy.revocable({}, {});
revoked.revoke();
let shared: unknown[] = ["leaf"];
for (let level = 0; level < 60; level += 1) shared = [shared, shared];
const THROWN: [string, unknown, RegExp][] = [
  ["undefined", undefined, /^undefined$/],
  ["null", null, /^null$/],
  ["an empty text", "", /^""$/],
  ["an empty list", [], /^\[\]$/],
  ["an object without a prototype", Object.create(null), /^\{\}$/],
  ["a symbol", Symbol("s"), /Symbol/],
  ["a function", () => 1, /function/],
  ["an error whose message throws", unreadableError, /no message/],
  ["a revoked proxy", revoked.proxy, /Unreadable/],
  [
    "an instance with a text",
    new (class {
      toString = () => "what it says";
    })(),
    /^what it says$/,
  ],
  ["lists that share others", shared, /leaf/],
];

test.each(THROWN)("any thrown value is recorded as an error: %s", async (_name, thrown, expected) => {
  const { client } = startService();
  const step = client.step({ name: "s", type: "tool" });
  const caught = await step
    .wrap(() => {
      throw thrown;
    })
    .catch((reason: unknown) => ({ reason }));
  expect(caught.reason).toBe(thrown);
  await client.flush();
  expect((await client.api.getStep(step.id))?.error).toMatch(expected);
});

test("a thread and its steps are visible while they run, with the same final records", async () => {
  const { client } = startService();
  const input = { question: "When do you open?" };
  await client.thread({ id: "running", name: "Open" }).wrap(async () => {
    await client.run({ id: "open", name: "run", input }).wrap(async () => {
      await expect.poll(() => client.api.getThread("running")).toMatchObject({ name: "Open" });
      await expect
        .poll(() => client.api.getStep("open"))
        .toMatchObject({ name: "run", threadId: "running", input, endTime: null, output: null });
      input.question = "changed";
      return { answer: "At nine." };
    });
  });
  await expect(client.flush()).resolves.toStrictEqual({ delivered: 2, pending: 0, dropped: 0 });
  await expect(client.api.getStep("open")).resolves.toMatchObject({
    input: { question: "When do you open?" },
    output: { answer: "At nine." },
    endTime: expect.any(String),
  });
});
