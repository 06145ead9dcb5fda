import { expect, test } from "vitest";
import { content, day, hour, midnight, minute, project, start } from "./alert-fixture.ts";
import { startGrouped } from "./grouped-fixture.ts";
import { previewAlert } from "./preview-alert.ts";

test("a short period is previewed as far as the store has minutes, also with many older records", async () => {
  const { store, ingest } = await start({});
  const now = midnight + 10 * day;
  // An analytics query counts at most 20,000 records one by one. Beyond that, it needs sums, and the store has no sums
  // per minute for this time.
  await ingest(now - 5 * day, 21_000);
  await ingest(now - 30 * hour);
  await ingest(now - minute);
  await store.analytics.settle();
  const preview = await previewAlert(store.analytics, project, { ...content, period: "FIFTEEN_MINUTES" }, now);
  expect(preview.from).toBeLessThanOrEqual(now - 30 * hour);
  expect(preview.firings.map(({ startedAt }) => startedAt)).toEqual([now - 30 * hour + 15 * minute, now]);
});

test("at most 100 groups are previewed, including those of the last period", async () => {
  const { store, record } = await startGrouped();
  const now = midnight + day + 30 * minute;
  const names = Array.from({ length: 100 }, (_, index) => `group-${index}`);
  for (const name of names) await record(name, midnight + 23 * hour);
  for (const name of [...names, "new"]) await record(name, now - minute, name === "new" ? 2 : 1);
  const preview = await previewAlert(store.analytics, project, { ...content, groupBy: "name" }, now);
  expect(preview.hasMoreGroups).toBe(true);
  expect(new Set(preview.firings.map(({ group }) => group)).size).toBe(100);
});

test("the preview of a calendar month starts with a whole month before the current one, also on the 31st", async () => {
  const { store, ingest } = await start({});
  await ingest(Date.UTC(2026, 2, 1), 1);
  for (const [now, from] of [
    [Date.UTC(2026, 2, 31, 12), Date.UTC(2026, 1, 1)],
    [Date.UTC(2026, 3, 1), Date.UTC(2026, 1, 1)],
    [Date.UTC(2026, 2, 1, 12), Date.UTC(2026, 0, 1)],
  ] as const) {
    const preview = await previewAlert(store.analytics, project, { ...content, period: "CALENDAR_MONTH" }, now);
    expect(preview.from).toBe(from);
  }
});
