import { expect, test } from "vitest";
import { content, day, hour, midnight, minute, project, start } from "./alert-fixture.ts";
import { measureAlert } from "./measure-alert.ts";
import { previewAlert } from "./preview-alert.ts";

test("a budget that is exceeded on the next day, too, notifies again; its recovery value applies only on the same day", async () => {
  const budget = { period: "CALENDAR_DAY", threshold: 2, recoverAt: 0 } as const;
  const { store, ingest, evaluate, notified } = await start(budget);
  await ingest(midnight - hour, 3);
  await evaluate(midnight - 30 * minute);
  expect(await notified()).toEqual(["FIRING"]);
  // The value of the new day is 1. It is above the recovery value, which only applies on the day that fired.
  await ingest(midnight + minute, 1);
  await evaluate(midnight + 5 * minute);
  expect(await store.alerts.get(project, "a")).toMatchObject({ state: "OK", value: 1 });
  await ingest(midnight + 6 * minute, 2);
  await evaluate(midnight + 10 * minute);
  expect(await notified()).toEqual(["FIRING", "FIRING"]);
  // The service is down until the third day. That day also exceeds the budget.
  await ingest(midnight + day + hour, 3);
  await evaluate(midnight + day + 2 * hour);
  expect(await notified()).toEqual(["FIRING", "FIRING", "FIRING"]);
  const [last] = await store.alerts.history(project, "a", { first: 1, skip: 0 });
  expect(last).toMatchObject({ fromState: "OK", toState: "FIRING", value: 3 });
  const { firings } = await previewAlert(
    store.analytics,
    project,
    { ...content, ...budget },
    midnight + day + 2 * hour,
  );
  expect(firings.map(({ startedAt }) => startedAt)).toEqual([midnight, midnight + hour, midnight + day + 2 * hour]);
});

test("a preview ends with the period until now, also if no whole period has records", async () => {
  const { store, ingest } = await start({});
  await ingest(midnight + 10 * minute, 3);
  const now = midnight + 20 * minute + 30_000;
  const previewed = (change: object) => previewAlert(store.analytics, project, { ...content, ...change }, now);
  const { times, values, firings } = await previewed({});
  expect([times.at(-2), times.at(-1)]).toEqual([midnight, midnight + 20 * minute]);
  expect([values.at(-2), values.at(-1)]).toEqual([0, 3]);
  expect(firings).toEqual([{ group: null, startedAt: midnight + 20 * minute, endedAt: null, value: 3 }]);
  for (const period of ["DAY", "CALENDAR_MONTH"] as const) {
    expect((await previewed({ period })).values.at(-1)).toBe(3);
  }
  const grouped = await previewed({ groupBy: "environment", resource: "steps" });
  expect(grouped.values.at(-1)).toBeNull();
});

test("an alert that fired while it was silenced notifies when the silence has ended, once", async () => {
  const { store, ingest, evaluate, notified } = await start({});
  await store.alerts.silence(project, "a", midnight + 90_000);
  await ingest(midnight - minute);
  await evaluate(midnight);
  await evaluate(midnight + minute + 20_000);
  expect(await notified()).toEqual([]);
  await evaluate(midnight + 2 * minute + 20_000);
  await evaluate(midnight + 3 * minute + 20_000);
  expect(await notified()).toEqual(["FIRING"]);
  // A silence that starts after the notification does not cause a second notification.
  await store.alerts.silence(project, "a", midnight + 4 * minute);
  await evaluate(midnight + 4 * minute + 20_000);
  expect(await notified()).toEqual(["FIRING"]);
});

test("after an evaluation by a clock in the far future, an alert continues with the right clock, and notifies once", async () => {
  const { store, ingest, evaluate, notified } = await start({ forSeconds: 60 });
  await evaluate(midnight + 3_650 * day);
  expect(await store.alerts.get(project, "a")).toMatchObject({ state: "OK", evaluatedAt: midnight + 3_650 * day });
  await ingest(midnight - minute);
  await store.jobs.requeueLeft(midnight);
  await evaluate(midnight + minute);
  expect(await store.alerts.get(project, "a")).toMatchObject({ state: "PENDING", pendingSince: midnight + minute });
  await evaluate(midnight + 2 * minute + 20_000);
  expect(await notified()).toEqual(["FIRING"]);
});

test("an alert that a clock in the far future made fire stays firing when the clock is right again", async () => {
  const { store, ingest, evaluate, notified } = await start({});
  await ingest(midnight + 3_650 * day - minute);
  await evaluate(midnight + 3_650 * day);
  await ingest(midnight - minute);
  await store.jobs.requeueLeft(midnight);
  await evaluate(midnight + minute);
  expect(await store.alerts.get(project, "a")).toMatchObject({ state: "FIRING", stateSince: midnight + minute });
  expect(await notified()).toEqual(["FIRING"]);
});

test("a week that does not start at a full hour is measured without the week before, also with many records", async () => {
  const { store, ingest } = await start({});
  const at = midnight + 45 * minute;
  // These records are too many to be counted one by one, so the values come from rollups of whole hours.
  await ingest(at - 7 * day + 5 * minute, 20_001);
  await ingest(at - hour, 5);
  await store.analytics.settle();
  const condition = { ...content, period: "WEEK" } as const;
  const week = await measureAlert(store.analytics, project, condition, { at, now: at });
  expect(week.value).toBe(5);
}, 60_000);
