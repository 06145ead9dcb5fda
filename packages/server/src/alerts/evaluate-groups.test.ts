import { expect, test } from "vitest";
import { content, day, hour, midnight, minute, project } from "./alert-fixture.ts";
import { startGrouped } from "./grouped-fixture.ts";
import { maxGroups, measureGroups } from "./measure-alert.ts";
import { previewAlert } from "./preview-alert.ts";

test("each group has its own state and notifications, and the alert has the worst state", async () => {
  const { record, evaluate, groups, sent, alert, store } = await startGrouped();
  await record("large", midnight, 5);
  await record("small", midnight, 1);
  await evaluate(midnight + 2 * minute);
  expect(await groups()).toEqual({ large: "FIRING", small: "OK" });
  expect(await alert()).toMatchObject({ state: "FIRING", value: 5, hasMoreGroups: false });
  expect(await sent()).toEqual(["large FIRING"]);
  await evaluate(midnight + 3 * minute);
  expect(await sent()).toHaveLength(1);
  await record("small", midnight + 50 * minute, 3);
  await evaluate(midnight + 52 * minute);
  expect((await sent()).toSorted()).toEqual(["large FIRING", "small FIRING"]);
  // The records of `large` are older than the period.
  await evaluate(midnight + 70 * minute);
  expect(await groups()).toEqual({ large: "OK", small: "FIRING" });
  expect(await alert()).toMatchObject({ state: "FIRING", value: 3, changeCount: 3 });
  expect((await sent()).toSorted()).toEqual(["large FIRING", "large OK", "small FIRING"]);
  const history = await store.alerts.history(project, "a", { first: 9, skip: 0, groupId: "large" });
  expect(history.map(({ fromState, toState }) => [fromState, toState])).toEqual([
    ["FIRING", "OK"],
    ["OK", "FIRING"],
  ]);
});

test("a duration applies to each group", async () => {
  const { record, evaluate, groups, sent, alert } = await startGrouped({ forSeconds: 120 });
  await record("one", midnight, 3);
  await evaluate(midnight + 2 * minute);
  await record("two", midnight + 3 * minute, 3);
  await evaluate(midnight + 4 * minute);
  expect(await groups()).toEqual({ one: "FIRING", two: "PENDING" });
  expect(await alert()).toMatchObject({ state: "FIRING" });
  expect(await sent()).toEqual(["one FIRING"]);
});

test("the absence of a group fires for a period, and then the group is no longer measured", async () => {
  const { record, evaluate, groups, sent, alert } = await startGrouped({ kind: "ABSENCE", threshold: null });
  await evaluate(midnight);
  expect(await alert()).toMatchObject({ state: "NO_DATA", groupStates: [], changeCount: 0 });
  await record("a", midnight);
  await record("b", midnight + hour);
  await evaluate(midnight + minute);
  expect(await groups()).toEqual({ a: "OK" });
  await evaluate(midnight + hour + minute);
  expect(await groups()).toEqual({ a: "FIRING", b: "OK" });
  await record("b", midnight + hour + 50 * minute);
  await evaluate(midnight + 2 * hour + minute);
  expect(await groups()).toEqual({ b: "OK" });
  expect(await sent()).toEqual(["a FIRING", "a NO_DATA"]);
  expect(await alert()).toMatchObject({ state: "OK" });
});

test("a group that fired during a silence is notified afterwards", async () => {
  const { record, evaluate, sent, store } = await startGrouped();
  await store.alerts.silence(project, "a", midnight + 10 * minute);
  await record("one", midnight, 3);
  await evaluate(midnight + 2 * minute);
  expect(await sent()).toEqual([]);
  await record("two", midnight + 10 * minute, 3);
  await evaluate(midnight + 12 * minute);
  expect((await sent()).toSorted()).toEqual(["one FIRING", "two FIRING"]);
});

test("a budget notifies each level of each group once", async () => {
  const { record, evaluate, levels, sent } = await startGrouped({
    period: "CALENDAR_DAY",
    threshold: 10,
    warnsEarly: true,
  });
  await record("one", midnight + hour, 6);
  await evaluate(midnight + 2 * hour);
  await record("two", midnight + 2 * hour, 11);
  await evaluate(midnight + 3 * hour);
  await evaluate(midnight + 4 * hour);
  expect(await sent()).toEqual(["one OK", "two FIRING"]);
  expect(await levels()).toEqual([50, 100]);
  await record("two", midnight + day + hour, 9);
  await evaluate(midnight + day + 2 * hour);
  await evaluate(midnight + day + 3 * hour);
  expect(await levels()).toEqual([50, 100, 80]);
});

test("the largest groups are evaluated, and a firing group that is no longer among them is reported", async () => {
  const { record, evaluate, groups, sent, alert } = await startGrouped();
  await record("first", midnight, 3);
  await evaluate(midnight + 2 * minute);
  for (let index = 0; index < maxGroups; index += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await record(`other-${index}`, midnight + 3 * minute, 4);
  }
  await evaluate(midnight + 5 * minute);
  expect(await alert()).toMatchObject({ hasMoreGroups: true });
  expect(await groups()).toMatchObject({ first: "NO_DATA", "other-0": "FIRING" });
  expect((await sent()).filter((each) => String(each).startsWith("first"))).toEqual(["first FIRING", "first NO_DATA"]);
  expect(await sent()).toHaveLength(maxGroups + 2);
});

test("the preview reports which groups would have fired", async () => {
  const { record, alert, store } = await startGrouped({ kind: "ABSENCE", threshold: null });
  for (let time = midnight; time < midnight + 12 * hour; time += hour) {
    // oxlint-disable no-await-in-loop -- one after the other
    await record("steady", time);
    if (time !== midnight + 3 * hour && time < midnight + 6 * hour) await record("leaving", time);
    // oxlint-enable no-await-in-loop
  }
  const condition = await alert();
  if (condition === null) throw new Error("No alert");
  const preview = await previewAlert(store.analytics, project, condition, midnight + 12 * hour);
  expect(preview.firings).toEqual([
    { group: "leaving", startedAt: midnight + 4 * hour, endedAt: midnight + 5 * hour, value: 0 },
    { group: "leaving", startedAt: midnight + 7 * hour, endedAt: midnight + 8 * hour, value: 0 },
  ]);
  expect(preview).toMatchObject({ hasMoreGroups: false, isEstimate: false });
  // The last period ends now. The alert fires for groups with records in the previous period, but not for a group whose
  // records ended long ago.
  const absent = await previewAlert(store.analytics, project, condition, midnight + 12 * hour + 5 * minute);
  expect(absent.firings.slice(2)).toEqual([
    { group: "steady", startedAt: midnight + 12 * hour + 5 * minute, endedAt: null, value: 0 },
  ]);
  await record("new", midnight + 12 * hour + minute);
  const above = { ...condition, kind: "ABOVE", threshold: 0 } as const;
  const later = await previewAlert(store.analytics, project, above, midnight + 12 * hour + 5 * minute);
  expect(later.firings.filter(({ group }) => group === "new")).toEqual([
    { group: "new", startedAt: midnight + 12 * hour + 5 * minute, endedAt: null, value: 1 },
  ]);
});

test("the preview of a calendar period sums each group from the start of the period", async () => {
  const { store, record, alert } = await startGrouped({ period: "CALENDAR_DAY" });
  await record("a", midnight + hour);
  await record("a", midnight + 3 * hour, 2);
  await record("b", midnight + 3 * hour);
  await record("a", midnight + day + 2 * hour);
  const condition = await alert();
  if (condition === null) throw new Error("The alert exists.");
  const preview = await previewAlert(store.analytics, project, condition, midnight + day + 6 * hour);
  expect(preview.firings).toEqual([
    { group: "a", startedAt: midnight + 4 * hour, endedAt: midnight + day + hour, value: 3 },
  ]);
  const valueAt = (at: number): unknown => preview.values[preview.times.indexOf(at)];
  const hours = [1, 2, 3, 4, 24, 25, 27, 30].map((each) => valueAt(midnight + each * hour));
  expect(hours).toEqual([null, 1, 1, 3, 3, null, 1, 1]);
});

test("groups of an average are ranked by their number of records", async () => {
  const { store } = await startGrouped();
  const scores = ["often", "often", "seldom"].map((name, index) => ({
    id: `${index}`,
    at: midnight,
    name,
    type: "AI" as const,
    value: name === "often" ? -1 : 1,
    stepId: "s",
  }));
  await store.steps.ingest(project, [{ id: "s", createdAt: midnight }]);
  await store.scores.upsertMany(project, scores);
  const condition = { ...content, metric: "scoreAverage", groupBy: "scoreName", kind: "BELOW" } as const;
  const times = { at: midnight + hour, now: midnight + hour, known: [] };
  const { groups } = await measureGroups(store.analytics, project, condition, times);
  expect([...groups].map(([group, { value }]) => [group, value])).toEqual([
    ["often", -1],
    ["seldom", 1],
  ]);
});
