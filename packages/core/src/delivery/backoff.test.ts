import { expect, test } from "vitest";
import { Backoff } from "./backoff.ts";

function start(random = 0) {
  let time = 0;
  const backoff = new Backoff({ now: () => time, random: () => random });
  return { backoff, pass: (ms: number) => (time += ms) };
}

test("without a failure nothing is delayed", () => {
  const { backoff } = start();
  expect([backoff.isDown, backoff.delayMs()]).toStrictEqual([false, 0]);
});

test("retries have a minimum delay of a second, and growing jitter", () => {
  const shortest = start(0);
  const longest = start(1);
  const delays = Array.from({ length: 8 }, () => {
    for (const { backoff, pass } of [shortest, longest]) {
      pass(backoff.delayMs());
      backoff.failed();
    }
    return [shortest.backoff.delayMs(), longest.backoff.delayMs()];
  });
  expect(delays.map(([delay]) => delay)).toStrictEqual(Array.from({ length: 8 }, () => 1_000));
  expect(delays.map(([, delay]) => delay)).toStrictEqual([2_000, 3_000, 5_000, 9_000, 17_000, 31_000, 31_000, 31_000]);
});

test("Retry-After is honored, up to ten minutes", () => {
  const { backoff } = start();
  backoff.failed(5_000);
  expect(backoff.delayMs()).toBe(5_000);
  backoff.failed(86_400_000);
  expect(backoff.delayMs()).toBe(600_000);
});

test("a success resets the backoff", () => {
  const { backoff } = start();
  backoff.failed(5_000);
  backoff.succeeded();
  expect([backoff.isDown, backoff.delayMs()]).toStrictEqual([false, 0]);
});

test("an awaited record skips the jitter, but not the minimum delay and Retry-After", () => {
  const { backoff, pass } = start(1);
  backoff.failed();
  backoff.failed();
  expect([backoff.delayMs(), backoff.delayMs({ isAwaited: true })]).toStrictEqual([3_000, 1_000]);
  pass(400);
  expect(backoff.delayMs({ isAwaited: true })).toBe(600);
  backoff.failed(5_000);
  expect(backoff.delayMs({ isAwaited: true })).toBe(5_000);
});
