import { expect, onTestFinished, test } from "vitest";
import { alertJobs, type AlertContent, type AlertRecord } from "../store/alerts.ts";
import { noProgress } from "../store/resources/alerts.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import { evaluateAlert } from "./evaluate-alert.ts";
import { measureAlert } from "./measure-alert.ts";
import { previewAlert } from "./preview-alert.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const midnight = Date.UTC(2026, 2, 10);
const project = "p";

const content: AlertContent = {
  name: "steps",
  metric: "stepCount",
  perRecord: false,
  resource: null,
  filters: [],
  query: null,
  includesExperiments: false,
  kind: "ABOVE",
  threshold: 0,
  recoverAt: null,
  period: "HOUR",
  forSeconds: 0,
  minimumCount: 0,
  requiresMeasuredJudge: false,
  channelIds: ["mail"],
  isOn: true,
};
const started = { ...noProgress, silencedUntil: null, changeCount: 0 };

/** Opens a store with an alert and its channel. Its clock shows the time of the last evaluation. */
async function start(given: Partial<AlertContent>) {
  let clock = midnight - day;
  const store = await openSqliteStore({ path: ":memory:", now: () => clock, retentionDays: null });
  onTestFinished(() => store.close());
  await store.projects.create({ id: project, name: project, createdAt: clock });
  const about = { id: "mail", createdAt: clock, updatedAt: clock, name: "mail", kind: "EMAIL" } as const;
  await store.channels.create(project, { ...about, address: "ops@example.com", events: [], sealedSecrets: null }, 9);
  const alert: AlertRecord = { ...started, id: "a", createdAt: clock, updatedAt: clock, ...content, ...given };
  await store.alerts.create(project, alert, 9);

  const ingest = async (createdAt: number, count = 1): Promise<void> => {
    const steps = Array.from({ length: count }, (_, index) => ({ id: `${createdAt}-${index}`, createdAt }));
    clock = Math.max(clock, createdAt);
    await store.steps.ingest(project, steps);
  };
  /** Evaluates the alert as its job does. */
  const evaluate = async (now: number): Promise<void> => {
    clock = now;
    const query = { kinds: [alertJobs.evaluation], leaseMs: minute, limit: 1, perProject: 1, running: {}, after: 0 };
    const [taken] = (await store.jobs.take({ ...query, now, token: `t${now}` })).jobs;
    if (taken === undefined) throw new Error("No evaluation is due");
    const result = await evaluateAlert(store, project, { alertId: "a", now });
    expect(await store.jobs.finish(project, taken.job, { ...result, now })).toBe(true);
  };
  const notified = async (): Promise<unknown[]> => {
    const deliveries = await store.channels.deliveries(project, "mail", { state: null, first: 9, skip: 0 });
    return deliveries.toReversed().map(({ data }) => data["state"]);
  };
  return { store, ingest, evaluate, notified };
}

test("a budget that is exceeded in the next day, too, notifies again, and its recovery value ends with the day", async () => {
  const budget = { period: "CALENDAR_DAY", threshold: 2, recoverAt: 0 } as const;
  const { store, ingest, evaluate, notified } = await start(budget);
  await ingest(midnight - hour, 3);
  await evaluate(midnight - 30 * minute);
  expect(await notified()).toEqual(["FIRING"]);
  // One step is above the recovery value, but belongs to the new day.
  await ingest(midnight + minute, 1);
  await evaluate(midnight + 5 * minute);
  expect(await store.alerts.get(project, "a")).toMatchObject({ state: "OK", value: 1 });
  await ingest(midnight + 6 * minute, 2);
  await evaluate(midnight + 10 * minute);
  expect(await notified()).toEqual(["FIRING", "FIRING"]);
  // The service stops until the third day, which exceeds the budget, too.
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
  // A silence after the notification does not repeat it.
  await store.alerts.silence(project, "a", midnight + 4 * minute);
  await evaluate(midnight + 4 * minute + 20_000);
  expect(await notified()).toEqual(["FIRING"]);
});

test("an alert that a clock in the far future evaluated goes on when the clock is right again, without a repetition", async () => {
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

test("a firing alert stays firing after its clock was in the far future", async () => {
  const { store, ingest, evaluate, notified } = await start({});
  await ingest(midnight + 3_650 * day - minute);
  await evaluate(midnight + 3_650 * day);
  await ingest(midnight - minute);
  await store.jobs.requeueLeft(midnight);
  await evaluate(midnight + minute);
  expect(await store.alerts.get(project, "a")).toMatchObject({ state: "FIRING", stateSince: midnight + minute });
  expect(await notified()).toEqual(["FIRING"]);
});

test("a week with many records that does not start at a full hour is not mistaken for the week before", async () => {
  const { store, ingest } = await start({});
  const at = midnight + 45 * minute;
  // Too many to count in the hour in which the period starts, so that values come from whole hours.
  await ingest(at - 7 * day + 5 * minute, 10_001);
  await ingest(at - hour, 5);
  await store.analytics.settle();
  const condition = { ...content, period: "WEEK" } as const;
  const week = await measureAlert(store.analytics, project, condition, { at, now: at });
  expect(week.value).toBe(5);
}, 60_000);
