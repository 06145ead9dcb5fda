import { expect, test } from "vitest";
import { DeferredWork } from "./deferred-work.ts";

function createWork(maxWaitMs = 1) {
  const errors: unknown[] = [];
  const waiting = new Set<() => unknown>();
  const deferred = new DeferredWork({
    beforeFlush: (work) => {
      waiting.add(work);
      return () => waiting.delete(work);
    },
    report: (error) => errors.push(error),
    maxWaitMs,
  });
  return { deferred, errors, waiting };
}

test("work waits, and is run in order", async () => {
  const { deferred, waiting } = createWork();
  const done: string[] = [];
  deferred.add(() => done.push("first"), 1);
  deferred.add(() => done.push("second"), 1);
  expect(done).toStrictEqual([]);
  expect(waiting.size).toBe(1);
  await expect.poll(() => done).toStrictEqual(["first", "second"]);
  expect(waiting.size).toBe(0);
});

test("a flush runs waiting tasks", () => {
  const { deferred, waiting } = createWork(60_000);
  const done: string[] = [];
  deferred.add(() => done.push("first"), 1);
  for (const work of waiting) work();
  expect(done).toStrictEqual(["first"]);
  expect(waiting.size).toBe(0);
});

test("many tasks do not wait for the timer", async () => {
  const { deferred } = createWork(60_000);
  const done: number[] = [];
  for (let index = 0; index < 40; index += 1) deferred.add(() => done.push(index), 1);
  expect(done).toHaveLength(0);
  await expect.poll(() => done).toHaveLength(40);
});

test("tasks with large texts are run at once", () => {
  const { deferred } = createWork(60_000);
  const done: string[] = [];
  deferred.add(() => done.push("small"), 10);
  deferred.add(() => done.push("large"), 2_000_000);
  expect(done).toStrictEqual(["small", "large"]);
});

test("an error of one task is reported, and the others are run", () => {
  const { deferred, errors } = createWork(60_000);
  const done: string[] = [];
  deferred.add(() => {
    throw new Error("broken");
  }, 1);
  deferred.add(() => done.push("second"), 1);
  deferred.run();
  expect(done).toStrictEqual(["second"]);
  expect(errors).toMatchObject([{ message: "broken" }]);
});

test("a task added by another task is run later", () => {
  const { deferred } = createWork(60_000);
  const done: string[] = [];
  deferred.add(() => deferred.add(() => done.push("inner"), 1), 1);
  deferred.run();
  expect(done).toStrictEqual([]);
  deferred.run();
  expect(done).toStrictEqual(["inner"]);
});
