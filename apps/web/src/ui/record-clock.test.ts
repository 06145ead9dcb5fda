import { expect, test } from "vitest";
import { recordClock } from "./record-clock.ts";

const noon = Date.UTC(2026, 2, 1, 12);
const at = (minutes: number): string => new Date(noon + minutes * 60_000).toISOString();

test("a record from after its arrival is ahead, and a record that arrives long after its end is late", () => {
  expect(recordClock({ createdAt: at(0), receivedAt: at(0) })).toBeNull();
  expect(recordClock({ createdAt: at(0) })).toBeNull();
  expect(recordClock({ createdAt: at(1), receivedAt: at(0) })).toBeNull();
  expect(recordClock({ createdAt: at(2), receivedAt: at(0) })).toBe("ahead");
  expect(recordClock({ createdAt: at(0), receivedAt: at(61) })).toBe("late");
  expect(recordClock({ createdAt: at(0), endTime: at(120), receivedAt: at(121) })).toBeNull();
  expect(recordClock({ createdAt: at(0), endTime: at(120), receivedAt: at(190) })).toBe("late");
});
