import { expect, test } from "vitest";
import { keptChanges } from "../store/alerts.ts";
import { day, hour, midnight, minute, project, start } from "./alert-fixture.ts";
import { startGrouped } from "./grouped-fixture.ts";

test("a group that fired during a silence is notified afterwards, however many changes other groups had", async () => {
  const { record, evaluate, sent, alert, store } = await startGrouped({ threshold: 0, period: "FIVE_MINUTES" });
  const rounds = 6;
  const others = Array.from({ length: 99 }, (_, index) => `other-${index}`);
  await store.alerts.silence(project, "a", midnight + day);
  for (let round = 0; round < rounds; round += 1) {
    const from = midnight + round * 15 * minute;
    // oxlint-disable no-await-in-loop -- one round after the other
    for (const name of others) await record(name, from);
    for (const at of [from, from + 4 * minute, from + 8 * minute, from + 12 * minute]) await record("steady", at);
    for (const at of [2, 6, 10, 14]) await evaluate(from + at * minute);
    // oxlint-enable no-await-in-loop
  }
  expect((await alert())?.changeCount).toBeGreaterThan(keptChanges + 99);
  expect(await store.alerts.history(project, "a", { first: 9, skip: 0, groupId: "steady" })).toEqual([]);
  const end = midnight + rounds * 15 * minute;
  await record("steady", end);
  await store.alerts.silence(project, "a", end + minute);
  await evaluate(end + 2 * minute);
  await evaluate(end + 3 * minute);
  expect(await sent()).toEqual(["steady FIRING"]);
}, 60_000);

test("a group that recovered or left during a silence is notified afterwards, if channels know that it fired", async () => {
  const { record, evaluate, sent, groups, store } = await startGrouped();
  await record("recovering", midnight, 3);
  await record("leaving", midnight, 3);
  await evaluate(midnight + 2 * minute);
  expect((await sent()).toSorted()).toEqual(["leaving FIRING", "recovering FIRING"]);
  await store.alerts.silence(project, "a", midnight + 5 * hour);
  for (let time = midnight + 2 * hour; time < midnight + 5 * hour; time += hour / 2) {
    // oxlint-disable no-await-in-loop -- one after the other
    await record("recovering", time);
    await record("unknown", time, time === midnight + 2 * hour ? 3 : 1);
    await evaluate(time + minute);
    // oxlint-enable no-await-in-loop
  }
  expect(await groups()).toEqual({ recovering: "OK", unknown: "OK", leaving: "NO_DATA" });
  expect(await sent()).toHaveLength(2);
  await evaluate(midnight + 5 * hour + minute);
  await evaluate(midnight + 5 * hour + 2 * minute);
  expect((await sent()).slice(2).toSorted()).toEqual(["leaving NO_DATA", "recovering OK"]);
  expect(await groups()).toEqual({ recovering: "OK", unknown: "OK" });
});

test("after a silence, channels are notified of the last state, once", async () => {
  const { store, ingest, evaluate, notified } = await start({ period: "FIVE_MINUTES" });
  const silence = (until: number): Promise<unknown> => store.alerts.silence(project, "a", until);
  await ingest(midnight);
  await evaluate(midnight + minute);
  expect(await notified()).toEqual(["FIRING"]);
  // During the first silence, the alert recovers and fires again.
  await silence(midnight + 20 * minute);
  await evaluate(midnight + 10 * minute);
  await ingest(midnight + 18 * minute);
  await evaluate(midnight + 19 * minute);
  await evaluate(midnight + 20 * minute);
  await evaluate(midnight + 21 * minute);
  expect(await notified()).toEqual(["FIRING", "FIRING"]);
  // During the second silence, the alert recovers. Channels are notified when the silence ends.
  await silence(midnight + 40 * minute);
  await evaluate(midnight + 30 * minute);
  expect(await notified()).toHaveLength(2);
  await evaluate(midnight + 41 * minute);
  await evaluate(midnight + 42 * minute);
  expect(await notified()).toEqual(["FIRING", "FIRING", "OK"]);
  // During the third silence, the alert fires without a notification. So channels are not notified of the recovery
  // either.
  await silence(midnight + 50 * minute);
  await ingest(midnight + 44 * minute);
  await evaluate(midnight + 45 * minute);
  await evaluate(midnight + 51 * minute);
  await evaluate(midnight + 52 * minute);
  expect(await notified()).toHaveLength(3);
});

test("a pending alert is notified when it fires or recovers after a silence", async () => {
  const { store, ingest, evaluate, notified } = await start({ period: "FIVE_MINUTES", forSeconds: 120 });
  await ingest(midnight);
  await evaluate(midnight + minute);
  await evaluate(midnight + 4 * minute);
  expect(await notified()).toEqual(["FIRING"]);
  await store.alerts.silence(project, "a", midnight + 20 * minute);
  await evaluate(midnight + 10 * minute);
  await ingest(midnight + 19 * minute);
  await evaluate(midnight + 19 * minute + 59_000);
  await ingest(midnight + 20 * minute - 1);
  await evaluate(midnight + 20 * minute + 30_000);
  expect(await store.alerts.get(project, "a")).toMatchObject({ state: "PENDING" });
  expect(await notified()).toHaveLength(1);
  await evaluate(midnight + 30 * minute);
  expect(await notified()).toEqual(["FIRING", "OK"]);
});

test("a budget that was exceeded during a silence is notified once per day", async () => {
  const { store, ingest, evaluate, levels } = await start({ period: "CALENDAR_DAY", threshold: 2, warnsEarly: false });
  await store.alerts.silence(project, "a", midnight + 3 * hour);
  await ingest(midnight + hour, 3);
  await evaluate(midnight + 2 * hour);
  await evaluate(midnight + 3 * hour);
  await evaluate(midnight + 4 * hour);
  expect(await levels()).toEqual([100]);
  // During a silence, the budget of a day is exceeded, then not exceeded, and then exceeded again.
  await store.alerts.silence(project, "a", midnight + 8 * hour);
  await store.steps.delete(project, `${midnight + hour}-0`, midnight + 5 * hour);
  await evaluate(midnight + 5 * hour);
  await ingest(midnight + 6 * hour);
  await evaluate(midnight + 7 * hour);
  await evaluate(midnight + 8 * hour);
  expect(await levels()).toEqual([100]);
});
