import { EventEmitter } from "node:events";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { bind, runWithContext } from "../src/index.ts";
import { ModelCall } from "../src/internal.ts";
import { startService } from "./start-service.ts";

test("a bound listener keeps its context, arguments, this and result", async () => {
  const { client } = startService();
  const emitter = new EventEmitter();
  const seen: unknown[] = [];
  const run = client.run({ name: "listens" });
  await run.wrap(() => {
    emitter.on(
      "bound",
      bind(client, function (this: unknown, value: number) {
        seen.push(client._currentStep(), value, this);
      }),
    );
    emitter.on("unbound", () => seen.push(client._currentStep()));
  });
  await client.run({ name: "emits" }).wrap((other) => {
    emitter.emit("bound", 1);
    emitter.emit("unbound");
    expect(seen).toStrictEqual([run, 1, emitter, other]);
  });
  expect(bind(client, (value: number) => value + 1)(1)).toBe(2);
});

test("queued work runs in its saved context", async () => {
  const { client } = startService();
  const jobs: (() => unknown)[] = [];
  const runs = [client.run({ name: "a" }), client.run({ name: "b" })];
  for (const run of runs) {
    await run.wrap(() => {
      const { context } = client;
      jobs.push(() => runWithContext(client, context, () => client._currentStep()));
    });
  }
  expect(jobs.map((job) => job())).toStrictEqual(runs);
  expect(client._currentStep()).toBeNull();
});

test("a context that a framework entered lasts until it is left", async () => {
  const { client } = startService();
  const step = client.step({ name: "framework", type: "llm" });
  const call = new ModelCall();
  await client.run({ name: "host" }).wrap(async (run) => {
    const work = async () => {
      await setTimeout(1);
      const leave = client.enterContext({ currentStep: step, frameworkStep: step, modelCall: call });
      const left = Promise.withResolvers<void>();
      const late = left.promise.then(() => [client._currentStep(), client.context.modelCall]);
      const inner = client.step({ name: "inner", type: "tool" });
      const detached = inner.wrap(async () => {
        await left.promise;
        return client._currentStep() as never;
      });
      await setTimeout(1);
      expect(client._currentStep()).toBe(step);
      expect(client.step({ name: "child", type: "tool" }).parentId).toBe(step.id);
      leave();
      expect(client._currentStep()).toBe(run);
      left.resolve();
      await expect(late).resolves.toStrictEqual([run, call]);
      await expect(detached).resolves.toBe(inner);
    };
    const working = work();
    expect(client._currentStep()).toBe(run);
    await working;
    expect(client._currentStep()).toBe(run);
  });
});

test("a framework's call can be claimed once, and not after it was declined", () => {
  const [claimed, failed, refused] = [new ModelCall(), new ModelCall(), new ModelCall()];
  expect([claimed.claim(), claimed.claim(), claimed.isClaimed]).toStrictEqual([true, false, true]);
  failed.claim();
  failed.fail();
  expect([failed.claim(), failed.isClaimed, failed.hasFailed]).toStrictEqual([false, false, true]);
  refused.refuse();
  refused.fail();
  expect([refused.claim(), refused.isClaimed, refused.hasFailed]).toStrictEqual([false, false, false]);
});
