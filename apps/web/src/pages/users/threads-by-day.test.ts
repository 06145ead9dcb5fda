import { expect, test } from "vitest";
import { threadsByDay } from "./threads-by-day.ts";

test("days without a thread are counted as none, in order", () => {
  const at = (day: number, hour: number): string => new Date(2026, 2, day, hour).toISOString();
  const days = threadsByDay([at(31, 23), at(28, 1), at(28, 22)]);
  expect(days.map(({ count }) => count)).toEqual([2, 0, 0, 1]);
  expect(new Date(days[3]?.day ?? 0).getDate()).toBe(31);
});

test("no threads are no days", () => {
  expect(threadsByDay([])).toEqual([]);
});
