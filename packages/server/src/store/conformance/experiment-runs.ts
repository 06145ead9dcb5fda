import { describe, expect, test } from "vitest";
import { type ExperimentRunRecord, experimentJobs } from "../experiment-runs.ts";
import type { JobLease, JobRecord, JobResult } from "../jobs.ts";
import type { Store } from "../store.ts";
import type { OpenStore } from "./open-store.ts";
import { experimentJob, plan, startedExperiment } from "./started-experiment.ts";
import { otherProject, project, withStore } from "./with-store.ts";

let calls = 0;

async function take(store: Store, now: number): Promise<(JobRecord & JobLease)[]> {
  calls += 1;
  const kinds = Object.values(experimentJobs);
  const query = { kinds, now, leaseMs: 100, limit: 9, perProject: 9, running: {}, after: 0, token: `t${calls}` };
  return (await store.jobs.take(query)).jobs.map((taken) => taken.job);
}

async function takeOne(store: Store, now: number): Promise<JobLease> {
  const [taken] = await take(store, now);
  return taken ?? { id: "", groupId: null, token: "" };
}

async function runOf({ experimentRuns }: Store): Promise<ExperimentRunRecord | null> {
  return (await experimentRuns.getMany(project, ["e"]))[0] ?? null;
}

async function startThree(store: Store): Promise<void> {
  await store.experimentRuns.start(project, [startedExperiment("e")]);
  const start = await takeOne(store, 10);
  await store.jobs.add(
    project,
    ["a", "b", "c"].map((id) => experimentJob(experimentJobs.task, id, null)),
  );
  await store.jobs.finish(project, start, { now: 10 });
}

const item = (id: string, output: string | null = "x") => ({
  id: `item ${id}`,
  createdAt: 5,
  datasetExperimentId: "e",
  datasetItemId: id,
  experimentRunId: null,
  input: null,
  output,
});

const evaluated = (id: string): JobResult => ({
  experimentItems: [item(id)],
  jobs: [experimentJob(experimentJobs.evaluation, `judge ${id}`, 20)],
  cost: 0.5,
});

export function describeExperimentRuns(openStore: OpenStore): void {
  describe("experiment runs", () => {
    test("tasks run up to the concurrency of their experiment, which ends with the last evaluation", () =>
      withStore(openStore, async (store) => {
        const { jobs, experiments, experimentRuns } = store;
        await startThree(store);
        expect(await experimentRuns.getMany(otherProject, ["e"])).toEqual([null]);
        expect(await runOf(store)).toMatchObject({ isExpanded: true, itemCount: 3, plan });
        expect(await jobs.get(project, "c")).toMatchObject({ state: "waiting", dueAt: null });
        const [a, b, ...others] = await take(store, 10);
        expect([a?.id, b?.id, others]).toEqual(["a", "b", []]);
        if (!a || !b) return;
        expect(await jobs.finish(project, a, { ...evaluated("a"), now: 20 })).toBe(true);
        expect(await runOf(store)).toMatchObject({ doneCount: 1, evaluationCount: 1, cost: 0.5, state: "RUNNING" });
        const next = await take(store, 20);
        expect(next.map(({ id }) => id).toSorted()).toEqual(["c", "judge a"]);
        for (const taken of [b, ...next]) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await jobs.finish(project, taken, { ...(taken.id.startsWith("j") ? {} : evaluated(taken.id)), now: 21 });
        }
        expect(await runOf(store)).toMatchObject({
          doneCount: 3,
          evaluationCount: 3,
          evaluatedCount: 1,
          endedAt: null,
        });
        for (const taken of await take(store, 22)) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await jobs.finish(project, taken, { cost: 0.25, now: 22 });
        }
        expect(await runOf(store)).toMatchObject({ state: "DONE", endedAt: 22, evaluatedCount: 3, cost: 2 });
        expect(await experiments.countItems(project, ["e"])).toEqual([3]);
        await experiments.delete(project, "e", 30);
        expect(await runOf(store)).toBeNull();
        expect(await jobs.counts()).toEqual([]);
      }));

    test("failed tasks are counted, do not end the experiment, and are repeated on request", () =>
      withStore(openStore, async (store) => {
        const { jobs, experiments, experimentRuns } = store;
        await startThree(store);
        const [a, b] = await take(store, 10);
        if (!a || !b) throw new Error("No jobs");
        const failure = {
          message: "no",
          isFinal: true,
          now: 20,
          random: 0,
          result: { experimentItems: [item("a", null)] },
        };
        expect(await jobs.fail(project, a, failure)).toBe("failed");
        expect(await jobs.release(project, b, { now: 20, dueAt: 50, reason: "No budget", cost: 1 })).toBe(true);
        expect(await runOf(store)).toMatchObject({ failedCount: 1, pauseReason: "No budget", cost: 1 });
        const c = await takeOne(store, 20);
        expect(await jobs.finish(project, c, { experimentItems: [item("c")], now: 21 })).toBe(true);
        expect(await runOf(store)).toMatchObject({ doneCount: 1, pauseReason: null });
        const again = await takeOne(store, 50);
        await jobs.finish(project, again, { experimentItems: [item("b")], now: 51 });
        expect(await runOf(store)).toMatchObject({ state: "DONE", doneCount: 2, failedCount: 1 });
        expect(await jobs.list(project, { state: "failed", groupId: "e", first: 9, skip: 0 })).toMatchObject([
          { id: "a", failure: "no", attempts: 1 },
        ]);
        expect(await experimentRuns.retry(otherProject, "e", 60)).toBeNull();
        expect(await experimentRuns.retry(project, "e", 60)).toMatchObject({ state: "RUNNING", failedCount: 0 });
        expect(await experiments.getItems(project, ["item a"])).toEqual([null]);
        await jobs.finish(project, await takeOne(store, 60), { experimentItems: [item("a")], now: 61 });
        expect(await runOf(store)).toMatchObject({ state: "DONE", doneCount: 3, failedCount: 0 });
        expect(await experiments.getItems(project, ["item a"])).toMatchObject([{ output: "x" }]);
        expect(await experimentRuns.retry(project, "e", 70)).toMatchObject({ state: "DONE", endedAt: 61 });
      }));

    test("a canceled experiment stores nothing more, and continues on request", () =>
      withStore(openStore, async (store) => {
        const { jobs, experiments, experimentRuns } = store;
        await startThree(store);
        const [a, b] = await take(store, 10);
        if (!a || !b) throw new Error("No jobs");
        await jobs.finish(project, a, { ...evaluated("a"), now: 20 });
        expect(await experimentRuns.cancel(otherProject, "e", 25)).toBeNull();
        expect(await experimentRuns.cancel(project, "e", 25)).toMatchObject({ state: "CANCELED", endedAt: 25 });
        expect(await jobs.finish(project, b, { ...evaluated("b"), now: 26 })).toBe(false);
        expect(await take(store, 99)).toEqual([]);
        expect(await experiments.countItems(project, ["e"])).toEqual([1]);
        expect(await experimentRuns.retry(project, "e", 100)).toMatchObject({ state: "RUNNING", endedAt: null });
        const taken = await take(store, 100);
        expect(taken.map(({ id }) => id).toSorted()).toEqual(["b", "c", "judge a"]);
        expect(taken.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
      }));

    test("a task that has its answer frees its slot for the next one, and ends afterwards", () =>
      withStore(openStore, async (store) => {
        const { jobs } = store;
        await startThree(store);
        const [a, b] = await take(store, 10);
        if (!a || !b) throw new Error("No jobs");
        const next = { leaseMs: 100, token: "next" };
        expect(await jobs.leave(otherProject, a, { now: 15, next }).catch(() => null)).toBeNull();
        const c = await jobs.leave(project, a, { now: 15, next });
        expect(c).toMatchObject({ id: "c", state: "running", attempts: 1, dueAt: 115 });
        expect(await jobs.get(project, "c")).toEqual(c);
        expect(await jobs.leave(project, a, { now: 15, next })).toBeNull();
        expect(await jobs.renew(project, a, 300)).toBe(true);
        expect(await take(store, 15)).toEqual([]);
        expect(await jobs.leave(project, b, { now: 16, next })).toBeNull();
        expect(await jobs.finish(project, a, { ...evaluated("a"), now: 20 })).toBe(true);
        expect(await jobs.get(project, "a")).toMatchObject({ state: "done", attempts: 1, stops: 0 });
        expect(await runOf(store)).toMatchObject({ doneCount: 1, evaluationCount: 1 });
      }));

    test("a task that fails after it freed its slot waits for another one, and keeps its delay", () =>
      withStore(openStore, async (store) => {
        const { jobs } = store;
        await startThree(store);
        const [a, b] = await take(store, 10);
        if (!a || !b) throw new Error("No jobs");
        await jobs.leave(project, a, { now: 15, next: null });
        const [c] = await take(store, 15);
        if (!c) throw new Error("No job");
        expect(await jobs.fail(project, a, { message: "no", isFinal: false, now: 20, random: 0 })).toBe("queued");
        expect(await jobs.get(project, "a")).toMatchObject({ state: "waiting", dueAt: 5_020, failure: "no" });
        expect(await jobs.due(9_000)).toMatchObject([{ since: 110 }]);
        await jobs.finish(project, b, { experimentItems: [item("b")], now: 30 });
        expect(await jobs.get(project, "a")).toMatchObject({ state: "queued", dueAt: 5_020 });
        await jobs.finish(project, c, { experimentItems: [item("c")], now: 31 });
        expect(await take(store, 5_019)).toEqual([]);
        const again = await takeOne(store, 5_020);
        await jobs.leave(project, again, { now: 5_021, next: null });
        expect(await jobs.release(project, again, { now: 5_022, dueAt: 5_050, reason: "No budget" })).toBe(true);
        expect(await jobs.get(project, "a")).toMatchObject({ state: "queued", dueAt: 5_050 });
        await jobs.finish(project, await takeOne(store, 5_050), { experimentItems: [item("a")], now: 5_060 });
        expect(await runOf(store)).toMatchObject({ state: "DONE", doneCount: 3, failedCount: 0 });
      }));

    test("a task whose server stopped after it freed its slot waits for another one", () =>
      withStore(openStore, async (store) => {
        const { jobs } = store;
        await startThree(store);
        const [a, b] = await take(store, 10);
        if (!a || !b) throw new Error("No jobs");
        await jobs.leave(project, a, { now: 15, next: null });
        const [c] = await take(store, 15);
        if (!c) throw new Error("No job");
        await jobs.renew(project, b, 900);
        await jobs.renew(project, c, 900);
        await jobs.requeueLeft(109);
        expect(await jobs.get(project, "a")).toMatchObject({ state: "storing" });
        expect(await take(store, 500)).toEqual([]);
        await jobs.requeueLeft(500);
        expect(await jobs.get(project, "a")).toMatchObject({ state: "waiting", stops: 1 });
        expect(await jobs.finish(project, a, { ...evaluated("a"), now: 501 })).toBe(false);
        expect(await take(store, 501)).toEqual([]);
        await jobs.finish(project, b, { experimentItems: [item("b")], now: 510 });
        const [again] = await take(store, 510);
        expect(again).toMatchObject({ id: "a", state: "running", attempts: 2, stops: 1 });
        if (!again) return;
        await jobs.leave(project, again, { now: 520, next: null });
        await jobs.releaseAll(530);
        expect(await jobs.get(project, "a")).toMatchObject({ state: "queued", stops: 2 });
        expect(await jobs.get(project, "c")).toMatchObject({ state: "queued", stops: 1 });
      }));

    test("an experiment whose first job fails is canceled with the reason, and can be continued", () =>
      withStore(openStore, async (store) => {
        const { jobs, experimentRuns } = store;
        await experimentRuns.start(project, [startedExperiment("e")]);
        const start = await takeOne(store, 10);
        await jobs.fail(project, start, { message: "Broken", isFinal: true, now: 20, random: 0 });
        expect(await runOf(store)).toMatchObject({ state: "CANCELED", endedAt: 20, pauseReason: "Broken" });
        expect(await experimentRuns.retry(project, "e", 30)).toMatchObject({ state: "RUNNING", pauseReason: null });
        await jobs.finish(project, await takeOne(store, 30), { now: 31 });
        expect(await runOf(store)).toMatchObject({ state: "DONE", itemCount: 0 });
      }));

    test("failures whose jobs were deleted remain when an experiment is continued", () =>
      withStore(openStore, async (store) => {
        const { jobs, experimentRuns } = store;
        await startThree(store);
        const fail = async (lease: JobLease | undefined, now: number): Promise<void> => {
          if (lease === undefined) throw new Error("No job");
          const failure = { message: "no", isFinal: true, now, random: 0 };
          const result = { experimentItems: [item(lease.id, null)] };
          expect(await jobs.fail(project, lease, { ...failure, result })).toBe("failed");
        };
        const [a, b] = await take(store, 10);
        await fail(a, 10);
        await fail(b, 11);
        await fail(await takeOne(store, 11), 12);
        expect(await runOf(store)).toMatchObject({ state: "DONE", failedCount: 3 });
        await jobs.deleteEnded({ done: 0, failed: 12 }, 9);
        expect(await experimentRuns.retry(project, "e", 60)).toMatchObject({ state: "RUNNING", failedCount: 2 });
        const again = await takeOne(store, 60);
        await jobs.finish(project, again, { experimentItems: [item(again.id.slice(-1))], now: 61 });
        expect(await runOf(store)).toMatchObject({ state: "DONE", doneCount: 1, failedCount: 2 });
        await jobs.deleteEnded({ done: 0, failed: 99 }, 9);
        expect(await experimentRuns.retry(project, "e", 70)).toMatchObject({ state: "DONE", endedAt: 61 });
      }));
  });
}
