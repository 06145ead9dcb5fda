import { describe, expect, test } from "vitest";
import type { JobLease, JobStore, NewJob, TakeJobs, TakenJob } from "../jobs.ts";
import type { OpenStore } from "./open-store.ts";
import { otherProject, project, withStore } from "./with-store.ts";

const judge = (id: string, fields: Partial<NewJob> = {}): NewJob => ({
  id,
  createdAt: 1,
  kind: "judge",
  groupId: null,
  payload: { step: id, nested: [1, null] },
  dueAt: 10,
  maxAttempts: 3,
  ...fields,
});

const query: TakeJobs = {
  kinds: ["judge"],
  now: 10,
  leaseMs: 100,
  limit: 10,
  perProject: 10,
  running: {},
  after: 0,
  token: "t1",
};

async function takeIds(jobs: JobStore, given: Partial<TakeJobs> = {}): Promise<string[]> {
  const { jobs: taken } = await jobs.take({ ...query, ...given });
  return taken.map(({ projectId, job }) => `${projectId} ${job.id}`);
}

function leaseOf(taken: TakenJob | undefined): JobLease {
  return { id: taken?.job.id ?? "", groupId: taken?.job.groupId ?? null, token: taken?.job.token ?? "" };
}

const score = (id: string) => ({ id, at: 5, name: "ok", type: "AI", value: 1, stepId: "s" }) as const;

export function describeJobs(openStore: OpenStore): void {
  describe("jobs", () => {
    test("a job is added once, and returned only in its project", () =>
      withStore(openStore, async ({ jobs }) => {
        await jobs.add(project, [judge("a"), judge("b")]);
        await jobs.add(project, [judge("a", { kind: "other", payload: {} }), judge("c")]);
        const queued = { state: "queued", attempts: 0, stops: 0, token: null, endedAt: null, failure: null };
        expect(await jobs.get(project, "a")).toEqual({ ...judge("a"), ...queued });
        expect((await jobs.list(project, { state: null, first: 2, skip: 1 })).map(({ id }) => id)).toEqual(["b", "a"]);
        expect(await jobs.list(project, { state: "running", first: 2, skip: 0 })).toEqual([]);
        expect(await jobs.get(otherProject, "a")).toBeNull();
        expect(await jobs.list(otherProject, { state: null, first: 9, skip: 0 })).toEqual([]);
        expect(await jobs.counts()).toEqual([{ kind: "judge", state: "queued", count: 3 }]);
      }));

    test("due jobs of the given kinds are taken once, oldest first", () =>
      withStore(openStore, async ({ jobs }) => {
        await jobs.add(project, [
          judge("later", { dueAt: 11 }),
          judge("second"),
          judge("first", { dueAt: 9 }),
          judge("mail", { kind: "mail" }),
        ]);
        expect(await takeIds(jobs)).toEqual([`${project} first`, `${project} second`]);
        expect(await takeIds(jobs)).toEqual([]);
        expect(await takeIds(jobs, { kinds: ["mail", "judge"], now: 11 })).toEqual([
          `${project} mail`,
          `${project} later`,
        ]);
        expect(await jobs.get(project, "first")).toMatchObject({ state: "running", attempts: 1, dueAt: 110 });
      }));

    test("concurrent calls take different jobs", () =>
      withStore(openStore, async ({ jobs }) => {
        const ids = Array.from({ length: 40 }, (_, index) => `job-${index}`);
        await jobs.add(
          project,
          ids.map((id) => judge(id)),
        );
        const calls = await Promise.all(
          Array.from({ length: 8 }, (_, index) => takeIds(jobs, { limit: 5, token: `t${index}` })),
        );
        const rest = await takeIds(jobs, { limit: 40, perProject: 40 });
        const taken = [...calls.flat(), ...rest];
        expect(taken.toSorted()).toEqual(ids.map((id) => `${project} ${id}`).toSorted());
      }));

    test("projects take turns, however many jobs one of them has", () =>
      withStore(openStore, async ({ jobs }) => {
        await jobs.add(
          project,
          Array.from({ length: 9 }, (_, index) => judge(`many-${index}`)),
        );
        await jobs.add(otherProject, [judge("few-0"), judge("few-1")]);
        let after = 0;
        const order: string[] = [];
        for (let turn = 0; turn < 5; turn += 1) {
          // oxlint-disable-next-line no-await-in-loop -- each turn continues the one before
          const taken = await jobs.take({ ...query, limit: 1, after, token: `t${turn}` });
          after = taken.after;
          order.push(...taken.jobs.map(({ job }) => job.id));
        }
        expect(order).toEqual(["many-0", "few-0", "many-1", "few-1", "many-2"]);
        expect(await takeIds(jobs, { perProject: 3, running: { [project]: 1 }, after })).toHaveLength(2);
        expect(await takeIds(jobs, { perProject: 3, running: { [project]: 3 }, after })).toEqual([]);
      }));

    test("rules and experiments of a project share its slots, however many jobs one of them has", () =>
      withStore(openStore, async ({ jobs }) => {
        const add = (name: string, count: number, groupId: string | null): Promise<unknown> =>
          jobs.add(
            project,
            Array.from({ length: count }, (_, index) => judge(`${name}-${index}`, { groupId })),
          );
        await add("many", 30, "rule-b");
        await add("few", 3, "rule-a");
        await add("alone", 2, null);
        await jobs.add(project, [judge("later", { groupId: "rule-c", dueAt: 11 })]);
        const take = async (limit: number, token: string): Promise<string[]> =>
          (await takeIds(jobs, { limit, token, perProject: 99 })).map((id) => id.split(" ")[1] ?? "").toSorted();
        const taken = Object.groupBy(await take(8, "t1"), (id) => id.split("-")[0] ?? "");
        expect(taken).toEqual({
          alone: ["alone-0", "alone-1"],
          few: ["few-0", "few-1"],
          many: ["many-0", "many-1", "many-2", "many-3"],
        });
        // The groups with the fewest running jobs come first.
        expect(await take(1, "t2")).toEqual(["few-2"]);
        expect(await take(3, "t3")).toEqual(["many-4", "many-5", "many-6"]);
      }));

    test("a job ends with its score, once", () =>
      withStore(openStore, async ({ jobs, scores }) => {
        await jobs.add(project, [judge("a")]);
        const [taken] = (await jobs.take(query)).jobs;
        const lease = leaseOf(taken);
        expect(await jobs.finish(project, { ...lease, token: "other" }, { scores: [score("x")], now: 12 })).toBe(false);
        expect(await jobs.finish(project, lease, { scores: [score("y")], now: 12 })).toBe(true);
        expect(await jobs.finish(project, lease, { scores: [score("z")], now: 13 })).toBe(false);
        expect((await scores.getMany(project, ["x", "y", "z"])).map((found) => found?.id)).toEqual([
          undefined,
          "y",
          undefined,
        ]);
        expect(await jobs.get(project, "a")).toMatchObject({ state: "done", dueAt: null, token: null, endedAt: 12 });
        expect(await takeIds(jobs, { now: 999 })).toEqual([]);
      }));

    test("a job whose lease expires is taken again, and its first server loses it", () =>
      withStore(openStore, async ({ jobs, scores }) => {
        await jobs.add(project, [judge("a", { maxAttempts: 2 })]);
        const [first] = (await jobs.take(query)).jobs;
        const lease = leaseOf(first);
        expect(await jobs.renew(project, lease, 200)).toBe(true);
        expect(await takeIds(jobs, { now: 199, token: "t2" })).toEqual([]);
        expect(await takeIds(jobs, { now: 200, token: "t2" })).toEqual([`${project} a`]);
        expect(await jobs.renew(project, lease, 999)).toBe(false);
        expect(await jobs.finish(project, lease, { scores: [score("x")], now: 201 })).toBe(false);
        expect(await scores.getMany(project, ["x"])).toEqual([null]);
        expect(await takeIds(jobs, { now: 500, token: "t3" })).toEqual([`${project} a`]);
        expect(await jobs.get(project, "a")).toMatchObject({ state: "running", attempts: 1, stops: 2 });
      }));

    test("a failed attempt is retried after growing delays, up to the maximum number of attempts", () =>
      withStore(openStore, async ({ jobs }) => {
        await jobs.add(project, [judge("a")]);
        const failNext = async (now: number, random: number, isFinal = false) => {
          const [taken] = (await jobs.take({ ...query, now, token: `t${now}` })).jobs;
          const lease = leaseOf(taken);
          return jobs.fail(project, lease, { message: `at ${now}`, isFinal, now, random });
        };
        expect(await failNext(10, 0)).toBe("queued");
        expect(await jobs.get(project, "a")).toMatchObject({ state: "queued", dueAt: 5010, failure: "at 10" });
        expect(await failNext(5009, 0)).toBeNull();
        expect(await failNext(5010, 1)).toBe("queued");
        expect(await jobs.get(project, "a")).toMatchObject({ dueAt: 10_010, attempts: 2 });
        expect(await failNext(10_010, 0)).toBe("failed");
        expect(await jobs.get(project, "a")).toMatchObject({ dueAt: null, endedAt: 10_010, failure: "at 10010" });
        expect(await jobs.retry(project, "a", 20_000)).toMatchObject({ state: "queued", attempts: 0, dueAt: 20_000 });
        expect(await jobs.retry(project, "a", 20_000)).toBeNull();
        expect(await failNext(20_000, 0, true)).toBe("failed");
      }));

    test("superseded jobs are not run, and ended ones are deleted after their time", () =>
      withStore(openStore, async ({ jobs }) => {
        await jobs.add(project, [judge("a"), judge("b"), judge("c")]);
        const { jobs: taken } = await jobs.take({ ...query, limit: 1 });
        expect(await jobs.supersede(otherProject, ["a", "b"], 20)).toBe(0);
        expect(await jobs.supersede(project, ["a", "b", "unknown"], 20)).toBe(2);
        expect(await jobs.supersede(project, ["a", "b"], 21)).toBe(0);
        const lease = leaseOf(taken[0]);
        expect(await jobs.finish(project, lease, { scores: [score("x")], now: 22 })).toBe(false);
        expect(await takeIds(jobs, { now: 999, token: "t2" })).toEqual([`${project} c`]);
        expect(await jobs.counts()).toEqual([
          { kind: "judge", state: "running", count: 1 },
          { kind: "judge", state: "superseded", count: 2 },
        ]);
        expect(await jobs.deleteEnded({ done: 20, failed: 99 }, 9)).toBe(0);
        expect(await jobs.deleteEnded({ done: 21, failed: 0 }, 1)).toBe(1);
        expect(await jobs.deleteEnded({ done: 21, failed: 0 }, 9)).toBe(1);
        expect(await jobs.get(project, "a")).toBeNull();
      }));

    test("failed jobs are deleted after their own time, of all projects", () =>
      withStore(openStore, async ({ jobs }) => {
        await jobs.add(project, [judge("a")]);
        await jobs.add(otherProject, [judge("b")]);
        for (const taken of (await jobs.take(query)).jobs) {
          const failure = { message: "no", isFinal: true, now: 20, random: 0 };
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          await jobs.fail(taken.projectId, leaseOf(taken), failure);
        }
        expect(await jobs.deleteEnded({ done: 99, failed: 20 }, 9)).toBe(0);
        expect(await jobs.deleteEnded({ done: 0, failed: 21 }, 9)).toBe(2);
        expect(await jobs.counts()).toEqual([]);
      }));

    test("a released job is queued again, and its attempt does not count", () =>
      withStore(openStore, async ({ jobs }) => {
        await jobs.add(project, [judge("a"), judge("b")]);
        expect(await jobs.due(9)).toEqual([]);
        expect(await jobs.due(11)).toEqual([{ kind: "judge", since: 10 }]);
        const { jobs: taken } = await jobs.take(query);
        expect(await jobs.due(11)).toEqual([]);
        expect(await jobs.release(project, leaseOf(taken[0]), { now: 20, dueAt: 30, reason: "No budget" })).toBe(true);
        expect(await jobs.release(project, leaseOf(taken[0]), { now: 20, dueAt: 31, reason: null })).toBe(false);
        const released = { state: "queued", dueAt: 30, attempts: 0, token: null, failure: "No budget" };
        expect(await jobs.get(project, "a")).toMatchObject(released);
        await jobs.releaseAll(40);
        expect(await jobs.get(project, "b")).toMatchObject({
          state: "queued",
          dueAt: 40,
          attempts: 0,
          stops: 1,
          token: null,
        });
        expect(await jobs.finish(project, leaseOf(taken[1]), { now: 41 })).toBe(false);
      }));

    test("a job ends with new jobs and experiment items, each once, and a failure may ask for a longer delay", () =>
      withStore(openStore, async ({ jobs, experiments }) => {
        await jobs.add(project, [judge("a"), judge("b")]);
        const { jobs: taken } = await jobs.take(query);
        const item = {
          id: "i",
          createdAt: 5,
          datasetExperimentId: "e",
          datasetItemId: null,
          experimentRunId: null,
          input: { a: 1 },
          output: { b: 2 },
        };
        const result = { jobs: [judge("next"), judge("b", { kind: "other" })], experimentItems: [item], now: 12 };
        expect(await jobs.finish(project, leaseOf(taken[0]), result)).toBe(true);
        expect(await experiments.getItems(project, ["i"])).toEqual([item]);
        expect(await jobs.get(project, "next")).toMatchObject({ state: "queued" });
        expect(await jobs.get(project, "b")).toMatchObject({ kind: "judge", state: "running" });
        const failure = { message: "busy", isFinal: false, retryAfterMs: 60_000, now: 100, random: 0 };
        const failed = { ...failure, result: { experimentItems: [{ ...item, id: "j" }] } };
        expect(await jobs.fail(project, leaseOf(taken[1]), failed)).toBe("queued");
        expect(await jobs.get(project, "b")).toMatchObject({ dueAt: 60_100 });
        expect(await experiments.getItems(project, ["j"])).toEqual([null]);
      }));

    test("jobs of a deleted project are not taken", () =>
      withStore(openStore, async ({ jobs, projects }) => {
        await jobs.add(otherProject, [judge("a")]);
        await projects.delete(otherProject, 5);
        await projects.settle();
        expect(await takeIds(jobs)).toEqual([]);
        expect(await jobs.counts()).toEqual([]);
      }));
  });
}
