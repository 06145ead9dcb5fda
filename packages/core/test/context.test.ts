import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { startService } from "./start-service.ts";

test("getters return the current record, and throw without one; those with an underscore return null", async () => {
  const { client } = startService();
  const thread = client.thread();
  const run = client.run({ name: "run" });
  const step = client.step({ name: "step", type: "tool" });
  await thread.wrap(() =>
    run.wrap(() =>
      step.wrap(() => {
        expect(client.getCurrentThread()).toBe(thread);
        expect(client.getCurrentStep()).toBe(step);
        expect(client.getRootRun()).toBe(run);
        expect(client._currentThread()).toBe(thread);
      }),
    ),
  );
  const outside = [
    client._currentThread(),
    client._currentStep(),
    client._rootRun(),
    client._currentExperimentItemRunId(),
  ];
  expect(outside).toStrictEqual([null, null, null, null]);
  expect(() => client.getCurrentThread()).toThrow("getCurrentThread() was called outside of thread.wrap()");
  expect(() => client.getCurrentStep()).toThrow("step.wrap()");
  expect(() => client.getRootRun()).toThrow("run.wrap()");
  expect(() => client.getCurrentExperimentItemRunId()).toThrow("experimentItemRun().wrap()");
});

test("concurrent threads keep their contexts apart", async () => {
  const { client } = startService();
  const conversation = (name: string, wait: number) =>
    client.thread({ name }).wrap(async (thread) => {
      await setTimeout(wait);
      return [client.step({ name, type: "tool" }).threadId, thread.id];
    });
  const pairs = await Promise.all([conversation("a", 5), conversation("b", 1), conversation("c", 3)]);
  for (const [seen, own] of pairs) expect(seen).toBe(own);
});

test("a nested run has the outermost one as root", async () => {
  const { client } = startService();
  const outer = client.run({ name: "outer" });
  const [inner, leaf] = await outer.wrap(() => {
    const run = client.run({ name: "inner" });
    return run.wrap(() => [run, client.step({ name: "leaf", type: "tool" })] as const);
  });
  expect(inner).toMatchObject({ parentId: outer.id, rootRunId: outer.id });
  expect(leaf).toMatchObject({ parentId: inner.id, rootRunId: outer.id });
});

test("a step of another thread is not made a child of the current step", async () => {
  const { client } = startService();
  const other = client.thread();
  const step = await client
    .thread()
    .wrap(() => client.run({ name: "here" }).wrap(() => other.step({ name: "there", type: "tool" })));
  expect(step.threadId).toBe(other.id);
  expect(step.parentId ?? null).toBeNull();
});

test("explicit parents link steps without any context", () => {
  const { client } = startService();
  const thread = client.thread();
  const run = thread.run({ name: "run" });
  const tool = run.step({ name: "tool", type: "tool" });
  const inner = tool.step({ name: "inner", type: "embedding" });
  expect(run).toMatchObject({ threadId: thread.id, type: "run" });
  expect(tool).toMatchObject({ threadId: thread.id, parentId: run.id, rootRunId: run.id });
  expect(inner).toMatchObject({ threadId: thread.id, parentId: tool.id, rootRunId: run.id });
});

test("decorate adds metadata, tags and one id; a nested decoration replaces the outer one", async () => {
  const { client } = startService();
  const decoration = client.decorate({ metadata: { source: "decorated" }, tags: ["outer"], stepId: "first" });
  await decoration.wrap(async () => {
    const run = client.run({ name: "run", metadata: { source: "own", kept: 1 }, tags: ["own"] });
    expect(run).toMatchObject({
      id: "first",
      metadata: { source: "decorated", kept: 1 },
      tags: ["own", "outer"],
    });
    expect(client.thread().tags).toStrictEqual(["outer"]);
    await run.wrap(() => expect(client.step({ name: "next", type: "tool" }).id).not.toBe("first"));
    expect(client.step({ name: "after", type: "tool" }).id).not.toBe("first");
    await client.decorate({ tags: ["inner"] }).wrap(() => {
      expect(client.step({ name: "inner", type: "tool" })).toMatchObject({ tags: ["inner"] });
      expect(client.step({ name: "inner", type: "tool" }).metadata).toBeUndefined();
    });
  });
  await expect(decoration.wrap(() => "result")).resolves.toBe("result");
  await expect(decoration.wrap(() => Promise.reject(new Error("mine")))).rejects.toThrow("mine");
});

test("records fetched inside a context do not inherit from it", async () => {
  const { client } = startService();
  const thread = client.thread({ id: "fetched", name: "Fetched", metadata: { own: true }, tags: ["own"] });
  await thread.upsert();
  const step = await thread.step({ name: "hi", type: "user_message" }).send();
  const bare = await client.step({ name: "bare", type: "tool" }).send();

  await client.decorate({ metadata: { leaked: true }, tags: ["leaked"], stepId: "leaked" }).wrap(() =>
    client.thread().wrap(async () => {
      const untouched = { metadata: { own: true }, tags: ["own"] };
      await expect(client.api.getThread("fetched")).resolves.toMatchObject(untouched);
      await expect(client.api.upsertThread({ threadId: "fetched", name: "Again" })).resolves.toMatchObject(untouched);
      const { data } = await client.api.getThreads({ filters: [{ field: "id", operator: "eq", value: "fetched" }] });
      expect(data).toMatchObject([untouched]);
      await expect(client.api.getStep(bare.id)).resolves.toMatchObject({ threadId: null, parentId: null });
      await expect(client.api.getStep(step.id)).resolves.toMatchObject({ threadId: "fetched", parentId: null });
    }),
  );
});

test("a fetched message keeps the end that was stored", async () => {
  const { client } = startService();
  const [startTime, endTime] = ["2026-01-01T10:00:00.000Z", "2026-01-01T10:00:05.000Z"];
  const message = await client.step({ name: "hi", type: "assistant_message", startTime, endTime }).send();
  expect(message.endTime).toBe(endTime);
  await expect(client.api.getStep(message.id)).resolves.toMatchObject({ startTime, endTime });
  expect(client.step({ name: "new", type: "user_message", startTime }).endTime).toBe(startTime);
});

test("release applies to every thread and step, also inside a decoration", async () => {
  const { client } = startService({ release: "v2.1" });
  const thread = client.thread();
  const run = client.run({ name: "run" });
  const replaced = client.step({ name: "replaced", type: "tool" });
  await thread.wrap(() => run.wrap(() => replaced.wrap(() => "x", { metadata: { set: "by update" } })));
  const decorated = await client
    .decorate({ metadata: { a: 1 } })
    .wrap(() => client.step({ name: "decorated", type: "tool" }).send());
  const generation = await client.api.createGeneration({ model: "m", messages: [] });
  await client.flush();

  const metadata = async (id: string) => (await client.api.getStep(id))?.metadata;
  await expect(client.api.getThread(thread.id)).resolves.toMatchObject({ metadata: { release: "v2.1" } });
  await expect(metadata(run.id)).resolves.toStrictEqual({ release: "v2.1" });
  await expect(metadata(replaced.id)).resolves.toStrictEqual({ release: "v2.1", set: "by update" });
  await expect(metadata(decorated.id)).resolves.toStrictEqual({ release: "v2.1", a: 1 });
  await expect(metadata(generation.id)).resolves.toStrictEqual({ release: "v2.1" });
});

test("a thread that is resumed by its id keeps its metadata", async () => {
  const { client, connect } = startService();
  await client.thread({ id: "long", metadata: { topic: "billing" } }).upsert();
  const next = connect({ release: "v3" });
  await next.thread({ id: "long" }).wrap(() => "hello again");
  await next.flush();
  await expect(client.api.getThread("long")).resolves.toMatchObject({ metadata: { topic: "billing" } });
});

test("a fetched step that is sent again keeps its release", async () => {
  const { client, connect } = startService({ release: "v1" });
  const { id } = await client.step({ name: "old", type: "tool" }).send();
  const fetched = await connect({ release: "v2" }).api.getStep(id);
  await fetched?.send();
  await expect(client.api.getStep(id)).resolves.toMatchObject({ metadata: { release: "v1" } });
});
