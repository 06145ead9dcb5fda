import { describe, expect, test } from "vitest";
import type { AlertChange, AlertEvaluation, AlertGroup, AlertRecord, GroupedProgress } from "../alerts.ts";
import type { ChannelRecord, NewDelivery } from "../channels.ts";
import { ConflictError } from "../errors.ts";
import type { JobLease, JobRecord } from "../jobs.ts";
import type { Store } from "../store.ts";
import { iterate } from "./iterate.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const alert: AlertRecord = {
  id: "a",
  createdAt: 10,
  updatedAt: 10,
  name: "errors",
  metric: "errorCount",
  perRecord: true,
  resource: "steps",
  filters: [{ field: "name", operator: "eq", value: "answer", path: null }],
  query: "model:gpt-4o",
  includesExperiments: true,
  groupBy: "model",
  kind: "ABOVE",
  threshold: 0.5,
  recoverAt: 0.25,
  period: "HOUR",
  forSeconds: 60,
  minimumCount: 3,
  requiresMeasuredJudge: false,
  warnsEarly: true,
  channelIds: ["c"],
  isOn: true,
  silencedUntil: null,
  state: "OK",
  stateSince: null,
  pendingSince: null,
  value: null,
  problem: null,
  evaluatedAt: null,
  level: 0,
  silencedFrom: null,
  groupStates: [],
  hasMoreGroups: false,
  changeCount: 0,
};

export const channel: ChannelRecord = {
  id: "c",
  createdAt: 10,
  updatedAt: 10,
  name: "hook",
  kind: "WEBHOOK",
  address: "https://example.com",
  events: ["DATASET_CHANGED"],
  sealedSecrets: "v1.sealed",
};

const page = { first: 9, skip: 0 };

export async function takeJobs(store: Store, kind: string, now: number): Promise<(JobRecord & JobLease)[]> {
  const query = { kinds: [kind], leaseMs: 100, limit: 9, perProject: 9, running: {}, after: 0, token: `t${now}` };
  return (await store.jobs.take({ ...query, now })).jobs.map(({ job }) => job);
}

const group: AlertGroup = {
  groupId: "gpt-4o",
  group: "gpt-4o",
  state: "FIRING",
  stateSince: 60,
  pendingSince: 60,
  value: 0.75,
  problem: null,
  level: 80,
  silencedFrom: null,
  countedAt: 60,
};

const firing: GroupedProgress = {
  state: "FIRING",
  stateSince: 60,
  pendingSince: 60,
  value: 0.75,
  problem: null,
  evaluatedAt: 60,
  level: 0,
  silencedFrom: "OK",
  groupStates: [group, { ...group, groupId: "other", group: "other", state: "OK" }],
  hasMoreGroups: true,
};

const delivery: NewDelivery = {
  id: "d",
  createdAt: 60,
  channelId: "c",
  event: "ALERT_CHANGED",
  data: { name: "errors" },
  dueAt: 70,
};

const change: AlertChange = {
  id: "change-1",
  createdAt: 60,
  alertId: "a",
  number: 1,
  groupValue: "gpt-4o",
  groupId: "gpt-4o",
  fromState: "OK",
  toState: "FIRING",
  value: 0.75,
  threshold: 0.5,
  problem: null,
  isSilenced: false,
  level: 80,
};
const evaluation: AlertEvaluation = { alertId: "a", progress: firing, changes: [change], deliveries: [delivery] };

const identifier = 'a_"b"%\\';
const ofOtherUser: AlertGroup = { ...group, groupId: "v", group: "a__b__" };

/**
 * Evaluates an alert that is grouped by user, and starts a second evaluation that does not end yet. `finishRunning`
 * tries to store the result of the second evaluation, and expects that the store rejects it.
 */
async function fireForUsers(store: Store): Promise<{ readonly finishRunning: () => Promise<void> }> {
  const { alerts, channels, jobs, users } = store;
  await users.create(project, { id: "u", createdAt: 1, identifier, metadata: {} });
  await channels.create(project, channel, 9);
  await alerts.create(project, { ...alert, groupBy: "participant" }, 9);
  const [job] = await takeJobs(store, "evaluate-alert", 60);
  const ofUser = { ...group, groupId: "u", group: identifier };
  const ofBoth = [ofUser, ofOtherUser];
  const alertEvaluation: AlertEvaluation = {
    alertId: "a",
    progress: { ...firing, groupStates: ofBoth },
    changes: ofBoth.map(({ groupId, group: groupValue }, index) => ({
      ...change,
      id: `change-${index + 1}`,
      number: index + 1,
      groupId,
      groupValue,
    })),
    deliveries: ofBoth.map(({ groupId, group: name }, index): NewDelivery => ({
      ...delivery,
      id: index === 0 ? "d" : "e",
      data: { groupBy: "participant", groupId, group: name },
    })),
  };
  await jobs.finish(project, job as JobLease, { alertEvaluation, repeatAt: 120, now: 61 });
  const [running] = await takeJobs(store, "evaluate-alert", 120);
  const finishRunning = async (): Promise<void> => {
    // A running evaluation may have read the user, so its result is not stored.
    expect(await jobs.finish(project, running as JobLease, { repeatAt: 180, now: 131 })).toBe(false);
    expect(await jobs.get(project, "a")).toMatchObject({ state: "queued", dueAt: 130 });
  };
  return { finishRunning };
}

export function describeAlerts(openStore: OpenStore): void {
  describe("alerts", () => {
    test("an alert is stored, replaced and deleted, only in its project", () =>
      withStore(openStore, async ({ alerts }) => {
        expect(await alerts.create(project, alert, 2)).toEqual(alert);
        const second = { ...alert, id: "b", name: "cost", kind: "ABSENCE", threshold: null, resource: null } as const;
        await alerts.create(project, second, 2);
        expect(await alerts.all(project)).toEqual([second, alert]);
        expect(await alerts.get(otherProject, "a")).toBeNull();
        await expect(alerts.create(project, { ...alert, id: "e" }, 9)).rejects.toThrow(ConflictError);
        await expect(alerts.create(project, { ...alert, id: "e", name: "e" }, 2)).rejects.toThrow("at most 2");
        await expect(alerts.replace(project, "a", { ...alert, name: "cost" }, 20)).rejects.toThrow(ConflictError);
        const changed = { ...alert, name: "new", filters: [], query: null, updatedAt: 20 };
        expect(await alerts.replace(project, "a", changed, 20)).toEqual(changed);
        expect(await alerts.get(project, "a")).toEqual(changed);
        expect(await alerts.replace(otherProject, "a", changed, 20)).toBeNull();
        expect(await alerts.silence(otherProject, "a", 99)).toBeNull();
        expect(await alerts.silence(project, "a", 99)).toEqual({ ...changed, silencedUntil: 99 });
        expect(await alerts.silence(project, "a", null)).toEqual(changed);
        expect(await alerts.delete(otherProject, "a", 30)).toBeNull();
        expect(await alerts.delete(project, "a", 30)).toEqual(changed);
        expect(await alerts.all(project)).toEqual([second]);
      }));

    test("an alert that is on has one evaluation, which continues after failures", () =>
      withStore(openStore, async (store) => {
        const { alerts, jobs } = store;
        await alerts.create(project, { ...alert, isOn: false }, 9);
        expect(await jobs.get(project, "a")).toBeNull();
        await alerts.replace(project, "a", alert, 20);
        const [first] = await takeJobs(store, "evaluate-alert", 20);
        expect(first).toMatchObject({ id: "a", attempts: 1 });
        // Changing the alert ends the lease of its evaluation.
        await alerts.replace(project, "a", alert, 30);
        expect(await jobs.finish(project, first as JobLease, { now: 30, repeatAt: 90 })).toBe(false);
        const [second] = await takeJobs(store, "evaluate-alert", 30);
        expect(await jobs.finish(project, second as JobLease, { now: 31, repeatAt: 90 })).toBe(true);
        expect(await jobs.get(project, "a")).toMatchObject({ state: "queued", dueAt: 90, attempts: 0, endedAt: null });
        const [third] = await takeJobs(store, "evaluate-alert", 90);
        const failure = { message: "broken", isFinal: true, now: 91, random: 0 };
        expect(await jobs.fail(project, third as JobLease, failure)).toBe("queued");
        expect(await jobs.get(project, "a")).toMatchObject({ state: "queued", dueAt: 60_091, failure: "broken" });
        await alerts.replace(project, "a", { ...alert, isOn: false }, 100);
        expect(await jobs.get(project, "a")).toMatchObject({ state: "superseded", endedAt: 100 });
        await alerts.replace(project, "a", alert, 110);
        expect(await jobs.get(project, "a")).toMatchObject({ state: "queued", dueAt: 110, endedAt: null });
        await alerts.delete(project, "a", 120);
        expect(await jobs.get(project, "a")).toMatchObject({ state: "superseded" });
      }));

    test("an evaluation stores the state, the change and the delivery together, once", () =>
      withStore(openStore, async (store) => {
        const { alerts, channels, jobs } = store;
        await channels.create(project, channel, 9);
        await alerts.create(project, alert, 9);
        const [job] = await takeJobs(store, "evaluate-alert", 60);
        const result = { alertEvaluation: evaluation, repeatAt: 120, now: 61 };
        expect(await jobs.finish(project, job as JobLease, result)).toBe(true);
        expect(await jobs.finish(project, job as JobLease, result)).toBe(false);
        expect(await alerts.get(project, "a")).toEqual({ ...alert, ...firing, changeCount: 1 });
        expect(await alerts.history(project, "a", page)).toEqual([change]);
        expect(await channels.deliveries(project, "c", { ...page, state: null })).toMatchObject([
          { id: "d", state: "PENDING", attempts: 0, data: { name: "errors" } },
        ]);
        expect(await takeJobs(store, "deliver", 69)).toEqual([]);
        expect(await takeJobs(store, "deliver", 70)).toMatchObject([{ id: "d" }]);
        const turnedOff = { ...alert, isOn: false, changeCount: 1 };
        // An alert that is turned off has no state, and keeps its history.
        expect(await alerts.replace(project, "a", turnedOff, 130)).toMatchObject({
          state: "OK",
          value: null,
          changeCount: 1,
        });
        expect(await alerts.history(project, "a", page)).toHaveLength(1);
        await alerts.delete(project, "a", 140);
        expect(await alerts.history(project, "a", page)).toEqual([]);
      }));

    test("changes are listed by group, and another dimension clears the state and the changes", () =>
      withStore(openStore, async (store) => {
        const { alerts, jobs } = store;
        await alerts.create(project, alert, 9);
        const [job] = await takeJobs(store, "evaluate-alert", 60);
        const second = { ...change, id: "change-2", number: 2, groupValue: "other", groupId: "other" };
        const alertEvaluation = { ...evaluation, changes: [change, second] };
        await jobs.finish(project, job as JobLease, { alertEvaluation, repeatAt: 120, now: 61 });
        expect(await alerts.history(project, "a", page)).toEqual([second, change]);
        expect(await alerts.history(project, "a", { ...page, groupId: "gpt-4o" })).toEqual([change]);
        expect(await alerts.get(project, "a")).toMatchObject({ changeCount: 2, groupStates: firing.groupStates });
        // Levels start again if the threshold changes.
        await alerts.replace(project, "a", { ...alert, threshold: 2 }, 70);
        expect(await alerts.get(project, "a")).toMatchObject({ groupStates: [{ level: 0 }, { level: 0 }] });
        await alerts.replace(project, "a", { ...alert, groupBy: "name" }, 80);
        expect(await alerts.get(project, "a")).toMatchObject({ state: "OK", groupStates: [], hasMoreGroups: false });
        expect(await alerts.history(project, "a", page)).toEqual([]);
      }));

    test.each([
      ["deleting a user's data", ({ users }: Store) => users.deleteData(project, "u", 130)],
      ["deleting a user", ({ users }: Store) => users.delete(project, "u", 130)],
    ])("%s removes the user from alerts by user, and from their changes and deliveries", (_what, remove) =>
      withStore(openStore, async (store) => {
        const { alerts, channels } = store;
        const { finishRunning } = await fireForUsers(store);
        expect(await remove(store)).not.toBeNull();
        expect(await alerts.get(project, "a")).toMatchObject({ groupStates: [ofOtherUser], state: "FIRING" });
        expect((await alerts.history(project, "a", page)).map(({ number }) => number)).toEqual([2]);
        expect(await channels.getDelivery(project, "d")).toBeNull();
        expect(await channels.getDelivery(project, "e")).not.toBeNull();
        await finishRunning();
      }),
    );

    test("renaming a user renames the group of alerts by user, also in their changes and deliveries", () =>
      withStore(openStore, async (store) => {
        const { alerts, channels, users } = store;
        const { finishRunning } = await fireForUsers(store);
        await users.update(project, "u", { identifier: "new" }, 130);
        const groupStates = [{ ...group, groupId: "u", group: "new" }, ofOtherUser];
        expect(await alerts.get(project, "a")).toMatchObject({ groupStates, state: "FIRING" });
        const names = (await alerts.history(project, "a", page)).map(({ groupValue }) => groupValue);
        expect(names).toEqual([ofOtherUser.group, "new"]);
        expect(await alerts.history(project, "a", { ...page, groupId: "u" })).toMatchObject([{ groupValue: "new" }]);
        const data = { groupBy: "participant", groupId: "u", group: "new" };
        expect(await channels.getDelivery(project, "d")).toMatchObject({ data, state: "PENDING" });
        expect(await channels.getDelivery(project, "e")).toMatchObject({ data: { group: ofOtherUser.group } });
        await finishRunning();
      }));

    test("an evaluation that ends after its channel was deleted stores no delivery", () =>
      withStore(openStore, async (store) => {
        const { alerts, channels, jobs } = store;
        await channels.create(project, channel, 9);
        await alerts.create(project, alert, 9);
        const [job] = await takeJobs(store, "evaluate-alert", 60);
        await channels.delete(project, "c", 61);
        const result = { alertEvaluation: evaluation, repeatAt: 120, now: 62 };
        expect(await jobs.finish(project, job as JobLease, result)).toBe(true);
        expect(await alerts.get(project, "a")).toMatchObject({ state: "FIRING" });
        expect(await channels.getDelivery(project, "d")).toBeNull();
        expect(await jobs.get(project, "d")).toBeNull();
      }));

    test("jobs that were queued by a clock in the far future run soon, and other jobs wait", () =>
      withStore(openStore, async (store) => {
        const { alerts, jobs } = store;
        const future = 20 * 365 * 86_400_000;
        await alerts.create(project, alert, 9);
        const [first] = await takeJobs(store, "evaluate-alert", future);
        await jobs.finish(project, first as JobLease, { now: future, repeatAt: future + 60 });
        await alerts.create(project, { ...alert, id: "b", name: "b" }, 9);
        const [second] = await takeJobs(store, "evaluate-alert", 60);
        await jobs.finish(project, second as JobLease, { now: 60, repeatAt: 900_000 });
        await jobs.requeueLeft(60);
        expect(await jobs.get(project, "a")).toMatchObject({ state: "queued", dueAt: 30_060 });
        expect(await jobs.get(project, "b")).toMatchObject({ state: "queued", dueAt: 900_000 });
        expect(await takeJobs(store, "evaluate-alert", 30_060)).toMatchObject([{ id: "a" }]);
      }));

    test("an imported alert starts without a state, and is evaluated", () =>
      withStore(openStore, async (store) => {
        const { alerts, jobs } = store;
        await alerts.create(project, alert, 9);
        const [job] = await takeJobs(store, "evaluate-alert", 60);
        await jobs.finish(project, job as JobLease, { alertEvaluation: evaluation, repeatAt: 120, now: 61 });
        const exported = [];
        for await (const each of store.exportRecords(project)) exported.push(each);
        expect(JSON.stringify(exported)).not.toContain("FIRING");
        await store.importRecords(otherProject, iterate(exported));
        expect(await alerts.get(otherProject, "a")).toEqual(alert);
        expect(await jobs.get(otherProject, "a")).toMatchObject({ state: "queued" });
        // Exports of earlier versions of the service lack some fields. Such an export is imported here.
        await alerts.delete(otherProject, "a", 70);
        const earlier = exported.map(({ kind, record: { warnsEarly: _early, groupBy: _group, ...record } }) => ({
          kind,
          record,
        }));
        await store.importRecords(otherProject, iterate(earlier));
        expect(await alerts.get(otherProject, "a")).toEqual({ ...alert, warnsEarly: false, groupBy: null });
      }));
  });
}
