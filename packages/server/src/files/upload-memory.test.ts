import { expect, test } from "vitest";
import { UploadMemory } from "./upload-memory.ts";

const patient = { bytes: 10, patience: 60_000, maxWaiting: 3 };

test("memory is allocated up to the limit, and to waiting uploads in order", async () => {
  const memory = new UploadMemory(patient);
  const served: string[] = [];
  const release = await memory.take(7);
  const later = [
    ["large", 5],
    ["small", 2],
  ].map(async ([name, bytes]) => {
    const give = await memory.take(Number(bytes));
    served.push(String(name));
    return give;
  });
  await Promise.resolve();
  // There is memory for the small upload, but the large one is first in the queue.
  expect(served).toEqual([]);
  release();
  release();
  await Promise.all(later);
  expect(served).toEqual(["large", "small"]);
  const [giveLarge] = await Promise.all(later);
  giveLarge?.();
  await memory.take(8);
});

test("a request for more than the limit waits for all of it", async () => {
  const memory = new UploadMemory(patient);
  const release = await memory.take(1_000);
  let isServed = false;
  const next = memory.take(1).then(() => (isServed = true));
  await Promise.resolve();
  expect(isServed).toBe(false);
  release();
  expect(await next).toBe(true);
});

test("an upload that waits too long, or behind too many, is rejected with Retry-After", async () => {
  const memory = new UploadMemory({ bytes: 1, patience: 20, maxWaiting: 2 });
  const release = await memory.take(1);
  const waiting = [memory.take(1), memory.take(1)];
  await expect(memory.take(1)).rejects.toThrow("Too many uploads are queued (2)");
  for (const each of await Promise.allSettled(waiting)) {
    expect(each).toMatchObject({ reason: { name: "BusyStorageError", message: "Too many uploads are in progress" } });
  }
  release();
  await memory.take(1);
});
