import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { createContextStorage } from "./context-storage.ts";

test.each([
  ["this runtime", undefined],
  ["a global AsyncLocalStorage", { AsyncLocalStorage }],
  ["process.getBuiltinModule", { process: { getBuiltinModule: () => ({ AsyncLocalStorage }) } }],
])("the context of %s follows asynchronous code", async (_source, runtime) => {
  const storage = createContextStorage<string>(runtime);
  const read = async () => {
    await setTimeout(1);
    return storage.getStore();
  };
  await expect(Promise.all([storage.run("a", read), storage.run("b", read), read()])).resolves.toStrictEqual([
    "a",
    "b",
    undefined,
  ]);
});

test.each([
  ["without anything", {}],
  ["with a process that knows no modules", { process: { getBuiltinModule: () => undefined } }],
])("a runtime %s carries no context, and still runs the callback", (_name, runtime) => {
  const storage = createContextStorage<string>(runtime);
  expect(storage.run("a", () => [1, storage.getStore()])).toStrictEqual([1, undefined]);
});
