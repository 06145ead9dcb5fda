import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Mask, RecordedData, Threadline } from "../src/index.ts";
import { startService } from "./start-service.ts";

/** Records a step with a generation. Every field contains the secret. */
async function recordSecret(client: Threadline) {
  const step = client.step({
    id: "secret",
    name: "model",
    type: "llm",
    input: { text: "a secret" },
    metadata: { note: "a secret" },
    tags: ["secret"],
    error: "the secret failed",
    generation: {
      type: "CHAT",
      model: "m",
      inputTokenCount: 3,
      messages: [{ role: "user", content: "a secret" }],
      messageCompletion: { role: "assistant", content: "a secret" },
    },
  });
  await step.wrap(() => ({ text: "a secret" }));
  await client.flush();
  return client.api.getStep("secret");
}

test("a mask changes only what is recorded", async () => {
  const mask = (record: RecordedData): RecordedData =>
    JSON.parse(JSON.stringify(record).replaceAll("a secret", "***")) as RecordedData;
  const { client, errors } = startService({ mask });
  const output = { text: "a secret" };
  await expect(client.step({ name: "s", type: "tool" }).wrap(() => output)).resolves.toBe(output);
  const stored = await recordSecret(client);
  expect(stored).toMatchObject({ input: { text: "***" }, output: { text: "***" }, metadata: { note: "***" } });
  expect(stored?.generation).toMatchObject({ model: "m", messages: [{ content: "***" }], inputTokenCount: 3 });
  expect(output).toStrictEqual({ text: "a secret" });
  expect(errors).toStrictEqual([]);
});

test.each([
  [
    "throws",
    (): never => {
      throw new Error("the mask is broken");
    },
  ],
  ["returns nothing", () => undefined],
  ["returns a promise", async (record: RecordedData) => record],
  [
    "returns what cannot be read",
    () =>
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error("no");
          },
        },
      ),
  ],
])("when a mask %s, no content is recorded, the record is kept, and the error is reported", async (_how, mask) => {
  // Simulates an application without TypeScript, whose mask can have a wrong type.
  const { client, errors } = startService({ mask: mask as unknown as Mask });
  const stored = await recordSecret(client);
  expect(stored).toMatchObject({ id: "secret", name: "model", type: "llm", input: null, output: null, error: null });
  expect(stored?.endTime).toBeTruthy();
  expect(JSON.stringify({ ...stored?.serialize(), id: "" })).not.toContain("secret");
  expect(errors.map(String).join()).toContain("mask");
});

test("the mask runs once per record, however it is sent", async () => {
  const mask = (record: RecordedData): RecordedData => ({ ...record, name: `${String(record["name"])}!` });
  const { client } = startService({ mask });
  await client.step({ id: "wrapped", name: "a", type: "tool" }).wrap(() => 1);
  void client.step({ id: "sent", name: "a", type: "tool" }).send();
  await client.step({ id: "awaited", name: "a", type: "tool" }).send();
  await client.thread({ id: "thread", name: "a" }).upsert();
  await client.flush();
  for (const id of ["wrapped", "sent", "awaited"]) {
    await expect(client.api.getStep(id)).resolves.toMatchObject({ name: "a!" });
  }
  await expect(client.api.getThread("thread")).resolves.toMatchObject({ name: "a!" });
});

test("recordInputs and recordOutputs omit content, and keep the rest", async () => {
  const withoutInputs = await recordSecret(startService({ recordInputs: false }).client);
  expect(withoutInputs).toMatchObject({ input: null, output: { text: "a secret" } });
  expect(withoutInputs?.generation).toMatchObject({ messages: null, messageCompletion: { content: "a secret" } });
  const withoutOutputs = await recordSecret(startService({ recordOutputs: false }).client);
  expect(withoutOutputs).toMatchObject({ input: { text: "a secret" }, output: null });
  expect(withoutOutputs?.generation).toMatchObject({ model: "m", inputTokenCount: 3, messageCompletion: null });
});

test("records get the client's environment, release, tags and metadata, unless they have their own", async () => {
  const { client } = startService({
    environment: "staging",
    release: "1.2.3",
    tags: ["blue"],
    metadata: { region: "eu", team: "a" },
  });
  await client
    .thread({ id: "t", metadata: { team: "b" } })
    .wrap(() => client.run({ id: "r", name: "r", tags: ["own"] }).wrap(() => "done"));
  await client.flush();
  const stored = await client.api.getThread("t");
  expect(stored).toMatchObject({ metadata: { region: "eu", team: "b", release: "1.2.3" } });
  const step = await client.api.getStep("r");
  expect(step).toMatchObject({ environment: "staging", tags: ["own", "blue"] });
  expect(step).toMatchObject({ metadata: { region: "eu", team: "a", release: "1.2.3" } });
});

test("sampling keeps threads and runs whole, equally in every process, at the given rate", async () => {
  const { client, connect } = startService({ sampleRate: 0.5 });
  const recordAll = async (sampled: Threadline, prefix: string) => {
    for (let index = 0; index < 200; index += 1) {
      await sampled.thread({ id: `${prefix}-t${index}` }).wrap(() => sampled.run({ name: "in thread" }).wrap(() => 1));
      await sampled.step({ id: `${prefix}-s${index}`, name: "root", type: "tool" }).wrap(async (root) => {
        await sampled.step({ name: "inside", type: "tool" }).wrap(() => 1);
        await root.step({ name: "explicit", type: "tool" }).wrap(() => 1);
      });
    }
    await sampled.flush();
  };
  await recordAll(client, "a");
  const count = async (name: string) =>
    (await client.api.getSteps({ first: 1, filters: [{ field: "name", operator: "eq", value: name }] })).totalCount;
  const counts = await Promise.all(["in thread", "root", "inside", "explicit"].map(count));
  const threads = (await client.api.getThreads({ first: 1 })).totalCount;
  expect(counts[0]).toBe(threads);
  expect(counts[2]).toBe(counts[1]);
  expect(counts[3]).toBe(counts[1]);
  for (const kept of [threads, counts[1]]) {
    expect(kept).toBeGreaterThan(70);
    expect(kept).toBeLessThan(130);
  }
  // Another client samples the same ids in the same way.
  await recordAll(connect({ sampleRate: 0.5 }), "a");
  expect(await count("root")).toBe(counts[1]);
});

test("an unawaited step or thread is stored, and its failure does not affect the host", async () => {
  const { client } = startService();
  void client.thread({ id: "t", name: "Sent" }).upsert();
  void client.step({ id: "s", name: "sent", type: "tool", threadId: "t" }).send();
  await client.flush();
  await expect(client.api.getThread("t")).resolves.toMatchObject({ name: "Sent", steps: [{ id: "s" }] });

  const { client: refused, errors } = startService();
  void refused.step({ id: "bad", name: "bad", type: "no such type" as "tool" }).send();
  await expect(refused.flush()).resolves.toMatchObject({ dropped: 1 });
  await expect.poll(() => errors).toHaveLength(2);
  expect(errors).toMatchObject([
    { name: "DeliveryError", message: expect.stringContaining("refused 1 record") },
    { name: "DeliveryError", message: expect.stringContaining("bad was dropped") },
  ]);
});

test("a send that is awaited late resolves to the step", async () => {
  const { client } = startService();
  const sending = client.step({ id: "late", name: "late", type: "tool" }).send();
  const refused = client.step({ id: "bad", name: "bad", type: "no such type" as "tool" }).send();
  await setTimeout(5);
  await expect(sending).resolves.toMatchObject({ id: "late" });
  await expect(refused).rejects.toMatchObject({ name: "DeliveryError" });
  await expect(client.api.getStep("late")).resolves.toMatchObject({ name: "late" });
});

test("await using shuts the client down, and its records are stored", async () => {
  const { connect, client: reader } = startService();
  {
    await using client = connect();
    await client.step({ id: "s", name: "s", type: "tool" }).wrap(() => 1);
  }
  await expect(reader.api.getStep("s")).resolves.toMatchObject({ name: "s" });
});

test("a step that is sent twice keeps one score", async () => {
  const { client } = startService();
  const scores = [{ name: "exact", type: "CODE" as const, value: 1 }];
  const step = client.step({ id: "s", name: "s", type: "tool", scores });
  await step.wrap(() => 1);
  await step.send();
  await client.flush();
  expect((await client.api.getStep("s"))?.scores).toHaveLength(1);
  expect(scores).toStrictEqual([{ name: "exact", type: "CODE", value: 1 }]);
});
