import { expect, test } from "vitest";
import { Pace } from "./pace.ts";

function start(random = 0) {
  let time = 0;
  const pace = new Pace({ now: () => time, random: () => random });
  return { pace, pass: (ms: number) => (time += ms) };
}

test("without a failure nothing is delayed", () => {
  const { pace } = start();
  expect([pace.isDown, pace.delayMs()]).toStrictEqual([false, 0]);
});

test("a service that is down is tried once a second at most, and ever more rarely by chance", () => {
  const shortest = start(0);
  const longest = start(1);
  const delays = Array.from({ length: 8 }, () => {
    for (const { pace, pass } of [shortest, longest]) {
      pass(pace.delayMs());
      pace.failed();
    }
    return [shortest.pace.delayMs(), longest.pace.delayMs()];
  });
  expect(delays.map(([delay]) => delay)).toStrictEqual(Array.from({ length: 8 }, () => 1_000));
  expect(delays.map(([, delay]) => delay)).toStrictEqual([2_000, 3_000, 5_000, 9_000, 17_000, 31_000, 31_000, 31_000]);
});

test("Retry-After is waited for, up to ten minutes", () => {
  const { pace } = start();
  pace.failed(5_000);
  expect(pace.delayMs()).toBe(5_000);
  pace.failed(86_400_000);
  expect(pace.delayMs()).toBe(600_000);
});

test("a success ends the outage at once", () => {
  const { pace } = start();
  pace.failed(5_000);
  pace.succeeded();
  expect([pace.isDown, pace.delayMs()]).toStrictEqual([false, 0]);
});

test("for somebody who waits, chance adds nothing; the second and Retry-After stay", () => {
  const { pace, pass } = start(1);
  pace.failed();
  pace.failed();
  expect([pace.delayMs(), pace.delayMs({ isAwaited: true })]).toStrictEqual([3_000, 1_000]);
  pass(400);
  expect(pace.delayMs({ isAwaited: true })).toBe(600);
  pace.failed(5_000);
  expect(pace.delayMs({ isAwaited: true })).toBe(5_000);
});
