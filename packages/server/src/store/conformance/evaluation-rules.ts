import { describe, expect, test } from "vitest";
import { ConflictError } from "../errors.ts";
import type { BackfilledJudgment, EvaluationRuleRecord, NewJudgment } from "../evaluation-rules.ts";
import type { JobLease } from "../jobs.ts";
import type { ListFilter } from "../list.ts";
import type { Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const rule: EvaluationRuleRecord = {
  id: "r",
  createdAt: 10,
  updatedAt: 10,
  name: "quality",
  evaluatorVersionId: "v",
  target: "STEP",
  filters: [{ field: "metadata", operator: "eq", value: "a", path: "plan.name" }],
  query: "answer",
  sampleRate: 0.25,
  quietSeconds: 10,
  dailySpendLimit: null,
  mode: "ON",
};

const judgment = (targetId: string, dueAt = 100): NewJudgment => ({
  id: `j-${targetId}`,
  ruleId: "r",
  target: "STEP",
  targetId,
  createdAt: 1,
  arrivedAt: dueAt,
  dueAt,
});

const past = (targetId: string, dueAt: number, scoreId = "none"): BackfilledJudgment => ({
  ...judgment(targetId, dueAt),
  arrivedAt: 0,
  scoreId,
});

const arrived = async (store: Store): Promise<string[]> =>
  (await store.evaluationRules.arrivals(project, 9)).map(({ id }) => id);

async function settle(store: Store, judgments: readonly NewJudgment[]): Promise<void> {
  await store.steps.ingest(project, [{ id: "s", createdAt: 1 }]);
  expect(await store.evaluationRules.settleArrivals(project, await arrived(store), judgments)).toBe(true);
}

async function take(store: Store, now: number): Promise<JobLease[]> {
  const query = { kinds: ["judge", "judge-past"], leaseMs: 100, limit: 9, perProject: 9, running: {}, after: 0 };
  const { jobs } = await store.jobs.take({ ...query, now, token: `t${now}` });
  return jobs.map(({ job: { id, groupId, token } }) => ({ id, groupId, token }));
}

const score = { id: "sc", at: 5, name: "ok", type: "AI", value: 1, stepId: "s" } as const;

export function describeEvaluationRules(openStore: OpenStore): void {
  describe("evaluation rules", () => {
    test("a rule is stored, replaced and deleted, only in its project", () =>
      withStore(openStore, async ({ evaluationRules: rules }) => {
        expect(await rules.create(project, rule, 2)).toEqual(rule);
        const second = { ...rule, id: "a", name: "cost", dailySpendLimit: 1.5, target: "THREAD" } as const;
        await rules.create(project, second, 2);
        expect(await rules.all(project)).toEqual([second, rule]);
        expect(await rules.get(otherProject, "r")).toBeNull();
        await expect(rules.create(project, { ...rule, id: "b" }, 9)).rejects.toThrow(ConflictError);
        await expect(rules.create(project, { ...rule, id: "b", name: "b" }, 2)).rejects.toThrow("at most 2");
        await expect(rules.replace(project, { ...rule, name: "cost" })).rejects.toThrow(ConflictError);
        const changed = { ...rule, name: "new", mode: "OFF", filters: [] } as const;
        expect(await rules.replace(project, changed)).toEqual(changed);
        expect(await rules.get(project, "r")).toEqual(changed);
        expect(await rules.replace(otherProject, changed)).toBeNull();
        expect(await rules.delete(otherProject, "r", 1)).toBeNull();
        expect(await rules.delete(project, "r", 1)).toEqual(changed);
        expect(await rules.all(project)).toEqual([second]);
      }));

    test("steps leave an arrival in their transaction, while a rule of the project is active", () =>
      withStore(openStore, async (store) => {
        const { evaluationRules: rules, steps } = store;
        await rules.create(project, { ...rule, mode: "OFF" }, 9);
        await steps.ingest(project, [{ id: "before", createdAt: 1 }]);
        expect(await arrived(store)).toEqual([]);
        await rules.replace(project, { ...rule, mode: "DRY_RUN" });
        const ofRun = { threadId: "t", parentId: "b", createdAt: 4, receivedAt: 7 };
        await steps.ingest(project, [
          { id: "a", ...ofRun },
          { id: "b", createdAt: 5 },
          { id: "a", ...ofRun },
        ]);
        await steps.ingest(project, [{ id: "own", createdAt: 6, environment: "experiment" }]);
        await steps.ingestWithThreads(project, [{ id: "c", createdAt: 6 }], []);
        await steps.ingest(otherProject, [{ id: "x", createdAt: 1 }]);
        const found = await rules.arrivals(project, 9);
        expect(found.map(({ createdAt, stepIds }) => [createdAt, stepIds])).toEqual([
          [7, ["a", "b"]],
          [6, ["c"]],
        ]);
        expect(await rules.projectsWithArrivals()).toEqual([project]);
        expect(await rules.oldestArrival()).toBe(6);
        expect((await rules.figures(project, ["r"], 10))[0]).toMatchObject({ oldestDue: null, oldestArrival: 7 });
        expect(
          (await rules.placesOf(project, ["a", "b", "none"])).toSorted((one) => (one.id === "a" ? -1 : 1)),
        ).toEqual([
          { id: "a", environment: null, threadId: "t", parentId: "b" },
          { id: "b", environment: null, threadId: null, parentId: null },
        ]);
        const ids = await arrived(store);
        expect(await rules.settleArrivals(project, ids, [judgment("a")])).toBe(true);
        expect(await rules.settleArrivals(project, ids, [judgment("b")])).toBe(false);
        expect((await store.jobs.list(project, { state: null, first: 9, skip: 0 })).map(({ id }) => id)).toEqual([
          "j-a",
        ]);
        expect(await rules.projectsWithArrivals()).toEqual([]);
        expect(await rules.oldestArrival()).toBeNull();
      }));

    test("ids are matched by the filters of the lists", () =>
      withStore(openStore, async ({ steps, threads }) => {
        await steps.ingest(project, [
          { id: "a", createdAt: 1, threadId: "t", type: "llm", output: { text: "Paris" }, tags: ["x"] },
          { id: "b", createdAt: 2, threadId: "u", type: "llm", output: { text: "Rome" } },
          { id: "c", createdAt: 3, type: "llm", output: { text: "Paris" }, tags: ["x"] },
        ]);
        const of: ListFilter[] = [
          { field: "output", operator: "ilike", value: "paris" },
          { field: "tags", operator: "in", value: ["x"] },
        ];
        expect(await steps.matchingIds(project, ["a", "b", "none"], of)).toEqual(["a"]);
        expect((await steps.matchingIds(project, ["a", "c"], of)).toSorted()).toEqual(["a", "c"]);
        expect(await steps.matchingIds(otherProject, ["a"], of)).toEqual([]);
        expect(await steps.matchingIds(project, [], [])).toEqual([]);
        const tool = [{ field: "type", operator: "eq", value: "tool" }] as const;
        const all = Array.from({ length: 32 }, (_, index) => (index === 31 ? of : index === 1 ? [] : tool));
        const each = await steps.idsMatchingEach(project, ["a", "b", "none"], all);
        expect(each.map((ids) => ids.toSorted().join())).toEqual(
          all.map((_, index) => (index === 31 ? "a" : index === 1 ? "a,b" : "")),
        );
        expect(await threads.matchingIds(project, ["t", "none"], [])).toEqual(["t"]);
        const named = [{ field: "name", operator: "nis", value: null }] as const;
        expect(await threads.matchingIds(project, ["t"], named)).toEqual([]);
      }));

    test("a judgment is postponed while its target continues, and repeated when it continues later", () =>
      withStore(openStore, async (store) => {
        const { evaluationRules: rules, jobs } = store;
        await rules.create(project, rule, 9);
        await settle(store, [judgment("a"), judgment("b")]);
        await settle(store, [judgment("a", 150), judgment("b", 50)]);
        expect(await jobs.get(project, "j-a")).toMatchObject({
          dueAt: 150,
          payload: { targetId: "a", arrivedAt: 150 },
        });
        expect(await jobs.get(project, "j-b")).toMatchObject({ dueAt: 100, groupId: "r" });
        const [first, second] = await take(store, 200);
        // The judgment of target `a` ends, and the judgment of target `b` keeps running. Then both targets get new
        // steps, so both judgments are queued again.
        if (!first || !second) throw new Error("Not taken");
        const judged = { ruleId: "r", day: 3, isStored: true };
        expect(await jobs.finish(project, first, { scores: [score], judgment: judged, now: 201 })).toBe(true);
        await settle(store, [judgment("a", 300), judgment("b", 300)]);
        const again = { state: "queued", dueAt: 300, attempts: 0, endedAt: null, token: null };
        expect(await jobs.get(project, "j-a")).toMatchObject(again);
        expect(await jobs.get(project, "j-b")).toMatchObject(again);
        expect(await jobs.finish(project, second, { scores: [score], judgment: judged, now: 202 })).toBe(false);
        const [third] = await take(store, 300);
        if (!third) throw new Error("Not taken");
        const result = { scores: [{ ...score, at: 9, value: 0, isJudgment: true }], judgment: judged, now: 301 };
        expect(await jobs.finish(project, third, result)).toBe(true);
        // The connection failed after the transaction was committed, so the server stores the result again.
        expect(await jobs.finish(project, third, result)).toBe(false);
        expect(await rules.days(project, "r", 9)).toEqual([
          { ruleId: "r", day: 3, judged: 2, superseded: 1, wouldJudge: 0, spent: 0 },
        ]);
        expect((await store.scores.list(project, { first: 9 })).edges.map(({ node }) => node)).toMatchObject([
          { value: 0, supersededJudgments: [{ value: 1, createdAt: 5 }] },
        ]);
      }));

    test("backfilled judgments are added once; failed ones are retried; a deleted rule ends its jobs", () =>
      withStore(openStore, async (store) => {
        const { evaluationRules: rules, jobs } = store;
        await rules.create(project, rule, 9);
        await settle(store, [judgment("a")]);
        await rules.addBackfilled(project, [past("a", 1), past("b", 1)]);
        await rules.addBackfilled(project, [past("b", 2)]);
        expect(await jobs.get(project, "j-b")).toMatchObject({ kind: "judge-past", dueAt: 1, groupId: "r" });
        const [lease] = await take(store, 50);
        if (!lease) throw new Error("Not taken");
        await jobs.fail(project, lease, { message: "No key", isFinal: true, now: 60, random: 0 });
        const figures = {
          queuedCount: 1,
          failedCount: 1,
          oldestDue: 100,
          oldestArrival: null,
          pauseReason: null,
          isBackfilling: false,
        };
        const none = { ...figures, queuedCount: 0, failedCount: 0, oldestDue: null };
        expect(await rules.figures(project, ["none", "r"], 150)).toEqual([none, figures]);
        expect(await rules.retry(project, "r", 70, 9)).toBe(1);
        expect(await rules.retry(project, "r", 70, 9)).toBe(0);
        expect(await jobs.get(project, "j-b")).toMatchObject({ state: "queued", dueAt: 70, attempts: 0 });
        const [taken] = await take(store, 80);
        if (!taken) throw new Error("Not taken");
        await jobs.release(project, taken, { now: 20, dueAt: 900, reason: "Spend limit" });
        expect(await rules.figures(project, ["r"], 99)).toEqual([
          { ...figures, queuedCount: 2, failedCount: 0, oldestDue: null, pauseReason: "Spend limit" },
        ]);
        await rules.spend(project, "r", { day: 1, dollars: 1, limit: null });
        await rules.delete(project, "r", 100);
        expect(await rules.days(project, "r", 9)).toEqual([]);
        expect(await take(store, 1_000)).toEqual([]);
        expect(await jobs.get(project, "j-a")).toMatchObject({ state: "superseded", endedAt: 100 });
      }));

    test("a backfill judges targets again whose judgments ended without a score, such as in a dry run", () =>
      withStore(openStore, async (store) => {
        const { evaluationRules: rules, jobs } = store;
        await rules.create(project, rule, 9);
        await settle(store, [judgment("dry"), judgment("judged"), judgment("running")]);
        const [dry, judged] = await take(store, 200);
        if (!dry || !judged) throw new Error("Not taken");
        const counted = { ruleId: "r", day: 3, isStored: false };
        await jobs.finish(project, dry, { judgment: counted, isSuperseded: true, now: 201 });
        await jobs.finish(project, judged, { scores: [score], judgment: { ...counted, isStored: true }, now: 201 });
        expect(await jobs.get(project, "j-dry")).toMatchObject({ state: "superseded", endedAt: 201 });
        await rules.addBackfilled(project, [past("dry", 300), past("judged", 300, "sc"), past("running", 300)]);
        const again = { state: "queued", kind: "judge-past", dueAt: 300, payload: { targetId: "dry", arrivedAt: 0 } };
        expect(await jobs.get(project, "j-dry")).toMatchObject(again);
        expect(await jobs.get(project, "j-judged")).toMatchObject({ state: "done" });
        expect(await jobs.get(project, "j-running")).toMatchObject({ state: "running", kind: "judge" });
        await rules.addBackfilled(project, [past("judged", 300, "deleted")]);
        expect(await jobs.get(project, "j-judged")).toMatchObject({ state: "queued" });
      }));

    test("an edited rule continues judgments that wait, and ends those of another target", () =>
      withStore(openStore, async (store) => {
        const { evaluationRules: rules, jobs } = store;
        await rules.create(project, rule, 9);
        await settle(store, [judgment("a"), judgment("b", 900)]);
        const [lease] = await take(store, 200);
        if (!lease) throw new Error("Not taken");
        await jobs.release(project, lease, { now: 250, dueAt: 800, reason: "Spend limit" });
        await rules.replace(project, { ...rule, dailySpendLimit: 2, updatedAt: 300 });
        expect(await jobs.get(project, "j-a")).toMatchObject({ state: "queued", dueAt: 300 });
        expect(await jobs.get(project, "j-b")).toMatchObject({ state: "queued", dueAt: 900 });
        await rules.replace(project, { ...rule, target: "THREAD", updatedAt: 400 });
        expect(await jobs.get(project, "j-a")).toMatchObject({ state: "superseded", endedAt: 400 });
        await settle(store, [judgment("a", 500), { ...judgment("c"), target: "THREAD" }]);
        expect(await jobs.get(project, "j-a")).toMatchObject({ state: "superseded" });
        expect(await jobs.get(project, "j-c")).toMatchObject({ state: "queued" });
        await rules.delete(project, "r", 500);
        await settle(store, [{ ...judgment("d"), target: "THREAD" }]);
        expect(await jobs.get(project, "j-d")).toBeNull();
      }));

    test("an estimate above the cost frees dollars for the next judgment", () =>
      withStore(openStore, async (store) => {
        const { evaluationRules: rules, jobs } = store;
        const msPerDay = 86_400_000;
        await rules.create(project, rule, 9);
        await settle(store, [judgment("a"), judgment("b"), judgment("c")]);
        for (const lease of await take(store, 200)) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await jobs.release(project, lease, { now: 250, dueAt: msPerDay, reason: "Spend limit" });
        }
        await rules.spend(project, "r", { day: 0, dollars: 1, limit: 1 });
        await rules.settleSpending(project, "r", { day: 0, dollars: 0.5, now: 300 });
        expect(await take(store, 300)).toEqual([]);
        await rules.settleSpending(project, "r", { day: 0, dollars: -0.75, now: 300 });
        expect((await rules.days(project, "r", 1))[0]?.spent).toBe(0.75);
        expect(await take(store, 300)).toHaveLength(1);
        expect(await take(store, 300)).toEqual([]);
      }));

    test("spending stops at the limit of a day", () =>
      withStore(openStore, async ({ evaluationRules: rules }) => {
        await rules.create(project, rule, 9);
        const spend = (dollars: number, day = 1): Promise<boolean> =>
          rules.spend(project, "r", { day, dollars, limit: 1 });
        expect(await Promise.all([spend(0.5), spend(0.5), spend(0.5)])).toEqual(
          expect.arrayContaining([true, true, false]),
        );
        expect(await spend(-0.25)).toBe(true);
        expect(await spend(0.25)).toBe(true);
        expect(await spend(0.5, 2)).toBe(true);
        // Sums of fractions are not exact: 0.1 + 0.2 is more than 0.3.
        const cents = (dollars: number): Promise<boolean> => rules.spend(project, "r", { day: 3, dollars, limit: 0.3 });
        expect([await cents(0.1), await cents(0.2), await cents(0.01)]).toEqual([true, true, false]);
        expect((await rules.days(project, "r", 9)).map(({ day, spent }) => [day, spent])).toEqual([
          [3, expect.closeTo(0.3)],
          [2, 0.5],
          [1, 1],
        ]);
      }));

    test("a job is repeated when it has ended", () =>
      withStore(openStore, async (store) => {
        const job = { id: "m", kind: "judge" };
        await store.evaluationRules.repeatJob(project, job, 10);
        await store.evaluationRules.repeatJob(project, job, 20);
        const [lease] = await take(store, 30);
        if (!lease) throw new Error("Not taken");
        await store.evaluationRules.repeatJob(project, job, 40);
        expect(await store.jobs.finish(project, lease, { now: 50 })).toBe(true);
        await store.evaluationRules.repeatJob(project, job, 60);
        expect(await store.jobs.get(project, "m")).toMatchObject({ state: "queued", dueAt: 60, attempts: 0 });
      }));
  });
}
