import { expect, test } from "vitest";
import { periodAfter, periodBefore, periodOf, rangeFor, readDashboardSearch, zoomPeriod } from "./dashboard-search.ts";

const now = Date.parse("2026-03-10T12:00:00Z");
const hour = 3_600_000;

test("a URL without parameters shows the last seven days, from a whole hour to the end of the current minute", () => {
  const minutes = 20 * 60_000;
  const to = now + minutes + 60_000;
  expect(periodOf(readDashboardSearch({}), now + minutes + 20_000)).toEqual({ from: now - 168 * hour, to });
});

test("a range of a day starts with a minute", () => {
  const to = now + 21 * 60_000;
  expect(periodOf({ range: "24h" }, to - 1)).toEqual({ from: to - 24 * hour, to });
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

test("the period after a change starts at the change and ends now, and is not longer than the shown period", () => {
  const shown = { from: now - 24 * hour, to: now };
  const change = now - 6 * hour;
  expect(periodAfter(change + 20_001, shown, now)).toEqual({ from: change + 20_001, to: now });
  expect(periodAfter(change, { from: now - 9 * hour, to: now - 5 * hour }, now)).toEqual({
    from: change,
    to: change + 4 * hour,
  });
  expect(periodAfter(now - 60_000, shown, now)).toEqual({ from: now - 60_000, to: now + 4 * 60_000 });
});

test("the name of a change is kept only with a period that starts at it", () => {
  const times = { from: "2026-03-01T00:00:00Z", to: "2026-03-02T00:00:00Z" };
  expect(readDashboardSearch({ ...times, mark: "agent-1.2.0" })).toEqual({ ...times, mark: "agent-1.2.0" });
  const ofAgent = { ...times, mark: "agent-1.2.0", agent: "planner" };
  expect(readDashboardSearch(ofAgent)).toEqual(ofAgent);
  const ofAll = { ...times, mark: "agent-1.2.0", allAgents: true };
  expect(readDashboardSearch(ofAll)).toEqual(ofAll);
  expect(readDashboardSearch({ ...ofAgent, allAgents: true })).toEqual(ofAgent);
  expect(readDashboardSearch({ range: "7d", mark: "agent-1.2.0", agent: "planner" })).toEqual({ range: "7d" });
});
