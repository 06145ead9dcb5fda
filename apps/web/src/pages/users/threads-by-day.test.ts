import { expect, onTestFinished, test } from "vitest";
import { threadsByDay } from "./threads-by-day.ts";

test("days without a thread count as zero, in order", () => {
  const at = (day: number, hour: number): string => new Date(2026, 2, day, hour).toISOString();
  const days = threadsByDay([at(31, 23), at(28, 1), at(28, 22)]);
  expect(days.map(({ count }) => count)).toEqual([2, 0, 0, 1]);
  expect(new Date(days[3]?.day ?? 0).getDate()).toBe(31);
});

test("a day that starts at one o'clock because of a clock change does not shift later days", () => {
  const { TZ } = process.env;
  onTestFinished(() => {
    if (TZ === undefined) delete process.env["TZ"];
    else process.env["TZ"] = TZ;
  });
  process.env["TZ"] = "America/Santiago";
  // September 6, 2026 has no midnight in this time zone.
  expect(new Date(2026, 8, 6).getHours()).toBe(1);
  const days = threadsByDay([5, 6, 7, 8].map((day) => new Date(2026, 8, day, 12).toISOString()));
  expect(days.map(({ count }) => count)).toEqual([1, 1, 1, 1]);
});

test("without threads there are no days", () => {
  expect(threadsByDay([])).toEqual([]);
});
