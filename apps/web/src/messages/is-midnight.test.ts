import { expect, test } from "vitest";
import { midnightNear } from "./is-midnight.ts";

test("times an hour from midnight become midnight, as after a change of daylight saving time; other times stay", () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime();
  expect([at(2, 23), at(3, 1), at(3, 0), at(3, 12)].map(midnightNear)).toEqual([
    at(3, 0),
    at(3, 0),
    at(3, 0),
    at(3, 12),
  ]);
});
