import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paced } from "./paced.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the work runs at once, then at most once per interval, and again for calls in between", async () => {
  let count = 0;
  const { ask } = paced(async () => (count += 1), 2_000);
  ask();
  expect(count).toBe(1);
  ask();
  ask();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(count).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(count).toBe(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(count).toBe(2);
  ask();
  expect(count).toBe(3);
});

test("long work never runs concurrently, and its failure stops nothing", async () => {
  let count = 0;
  let fail: (error: Error) => void = () => {};
  const { ask } = paced(() => {
    count += 1;
    return new Promise((_, reject) => (fail = reject));
  }, 2_000);
  ask();
  ask();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(count).toBe(1);
  fail(new Error("unreachable"));
  await vi.advanceTimersByTimeAsync(0);
  expect(count).toBe(2);
});

test("after a stop, no further work runs", async () => {
  let count = 0;
  const { ask, stop } = paced(async () => (count += 1), 2_000);
  ask();
  ask();
  stop();
  await vi.advanceTimersByTimeAsync(5_000);
  ask();
  expect(count).toBe(1);
});
