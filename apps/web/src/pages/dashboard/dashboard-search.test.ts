import { expect, test } from "vitest";
import { periodBefore, periodOf, rangeFor, readDashboardSearch, zoomPeriod } from "./dashboard-search.ts";

const now = Date.parse("2026-03-10T12:00:00Z");
const hour = 3_600_000;

test("a URL without parameters shows the last seven days", () => {
  expect(periodOf(readDashboardSearch({}), now)).toEqual({ from: now - 168 * hour, to: now });
});

test("the times of a URL are kept if they form a period", () => {
  const search = readDashboardSearch({ from: "2026-03-01T00:00:00Z", to: "2026-03-02T00:00:00Z", environment: "prod" });
  expect(periodOf(search, now)).toEqual({
    from: Date.parse("2026-03-01T00:00:00Z"),
    to: Date.parse("2026-03-02T00:00:00Z"),
  });
  expect(search.environment).toBe("prod");
});

test.each([
  { from: "2026-03-02T00:00:00Z", to: "2026-03-01T00:00:00Z" },
  { from: "yesterday", to: "2026-03-01T00:00:00Z" },
  { to: "2026-03-01T00:00:00Z" },
  { range: "13h", environment: 4, tags: "vip" },
  { tags: ["", 7, null], experiments: "yes" },
])("invalid parameters are ignored: %j", (search) => {
  expect(readDashboardSearch(search)).toEqual({});
});

test("the previous period has the same length", () => {
  expect(periodBefore({ from: now - hour, to: now })).toEqual({ from: now - 2 * hour, to: now - hour });
});

test("a drag zooms to whole minutes, and a drag of less than five minutes does not zoom", () => {
  expect(zoomPeriod({ from: now - hour + 1, to: now - 1 })).toEqual({ from: now - hour, to: now });
  expect(zoomPeriod({ from: now - 1000, to: now })).toBeNull();
});

test.each([
  [null, "7d"],
  [0, "15m"],
  [0.25, "1h"],
  [23, "24h"],
  [24, "7d"],
  [24 * 400, "7d"],
] as const)("by default, a project whose first record is %s hours old shows the range %s", (hours, range) => {
  expect(rangeFor(hours === null ? null : new Date(now - hours * hour).toISOString(), now)).toBe(range);
});
