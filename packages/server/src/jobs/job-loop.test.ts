import { afterEach, expect, test, vi } from "vitest";
import type { NewJob } from "../store/jobs.ts";
import { experimentJobs } from "../store/experiment-runs.ts";
import { experimentJob, startedExperiment } from "../store/conformance/started-experiment.ts";
import { decorate } from "../store/decorate.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import type { Store } from "../store/store.ts";
import { JobError, JobPause } from "./job-error.ts";
import { type JobHandlers, type JobLimits, JobLoop, type JobOutcome } from "./job-loop.ts";
import { wakeOnJobs } from "./wake-on-jobs.ts";

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close(); // oxlint-disable-line no-await-in-loop -- in order
});

const job = (id: string, kind = "a"): NewJob => ({
  id,
  createdAt: 1,
  kind,
  groupId: null,
  payload: {},
  dueAt: 0,
  maxAttempts: 2,
});

async function openStore(): Promise<Store> {
  const store = await openSqliteStore({ path: ":memory:", now: Date.now, retentionDays: null });
  closing.push(() => store.close());
  for (const id of ["p", "q"]) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    await store.projects.create({ id, name: id, createdAt: 1 });
  }
  return store;
}

async function startLoop(
  store: Store,
  handlers: JobHandlers,
  options: {
    readonly limits?: Partial<JobLimits>;
    readonly leaseMs?: number;
    readonly pollMs?: number;
    readonly endingDelayMs?: number;
  } = {},
) {
  const outcomes: JobOutcome[] = [];
  const log = { error: vi.fn(), warn: vi.fn() };
  const loop = new JobLoop({
    jobs: store.jobs,
    now: Date.now,
    log,
    isAlone: false,
    onEnded: (_kind, outcome) => outcomes.push(outcome),
    ...options,
  });
  await loop.start(handlers);
  closing.push(() => loop.close());
  return { loop, outcomes, log, store: wakeOnJobs(store, loop) };
}

test("a job runs as soon as it is added, and ends with its result", async () => {
  const { store, outcomes } = await startLoop(await openStore(), {
    a: async ({ job: { id } }) => ({ jobs: id === "first" ? [job("second")] : [] }),
  });
  await store.jobs.add("p", [job("first"), job("unknown", "other")]);
  await expect.poll(() => store.jobs.get("p", "second")).toMatchObject({ state: "done" });
  expect(await store.jobs.get("p", "unknown")).toMatchObject({ state: "queued", attempts: 0 });
  expect(outcomes).toEqual(["done", "done"]);
});

test("running jobs are limited per project, per kind, and in total, and projects take turns", async () => {
  const running = new Map<string, () => void>();
  const started: string[] = [];
  const handler = async ({ projectId, job: { id } }: { projectId: string; job: { id: string } }) => {
    started.push(`${projectId} ${id}`);
    await new Promise<void>((resolve) => running.set(id, resolve));
    return {};
  };
  const limits = { total: 4, perProject: 3, perKind: 3 };
  const unwatched = await openStore();
  await unwatched.jobs.add(
    "p",
    ["1", "2", "3", "4"].map((id) => job(`p${id}`)),
  );
  await unwatched.jobs.add("q", [job("q1"), job("q2")]);
  await unwatched.jobs.add("p", [job("b", "b")]);
  const { store } = await startLoop(unwatched, { a: handler, b: handler }, { limits });
  await expect.poll(() => started.length).toBe(4);
  const ofKind = started.filter((each) => !each.endsWith("b"));
  expect(ofKind).toHaveLength(3);
  expect(new Set(ofKind.map((each) => each[0]))).toEqual(new Set(["p", "q"]));
  expect(started.filter((each) => each.startsWith("p")).length).toBeLessThanOrEqual(3);
  for (let ended = 0; ended < 7; ended += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect.poll(() => running.size).toBeGreaterThan(0);
    const [[id, end] = ["", () => {}]] = running;
    running.delete(id);
    end();
  }
  await expect
    .poll(() => store.jobs.counts())
    .toEqual([
      { kind: "a", state: "done", count: 6 },
      { kind: "b", state: "done", count: 1 },
    ]);
});

test("failures are retried, logged when they are final, and pauses do not count", async () => {
  const { store, outcomes, log } = await startLoop(await openStore(), {
    a: async ({ job: { id } }) => {
      if (id === "final") throw new JobError("Not valid", { isFinal: true });
      if (id === "pause") throw new JobPause("No budget", { delayMs: 60_000 });
      if (id === "bug") throw new TypeError("secret internals");
      throw new JobError("Busy", { retryAfterMs: 60_000 });
    },
  });
  await store.jobs.add("p", [job("final"), job("pause"), job("bug"), job("busy")]);
  await expect.poll(() => outcomes.toSorted()).toEqual(["failed", "paused", "retried", "retried"]);
  expect(await store.jobs.get("p", "final")).toMatchObject({ state: "failed", failure: "Not valid" });
  expect(await store.jobs.get("p", "pause")).toMatchObject({ state: "queued", attempts: 0, failure: "No budget" });
  expect(await store.jobs.get("p", "busy")).toMatchObject({ state: "queued", attempts: 1, failure: "Busy" });
  const bug = await store.jobs.get("p", "bug");
  expect(bug?.failure).toMatch(/^Internal error/);
  expect(log.error.mock.calls.map(([, text]) => text).toSorted()).toEqual([
    "a job failed and will not be retried",
    "job failed with an internal error",
  ]);
});

test("a stopping server aborts its jobs, and another one takes them", async () => {
  const unwatched = await openStore();
  let isStarted = false;
  const first = await startLoop(unwatched, {
    a: (_taken, signal) =>
      new Promise((_resolve, reject) => {
        isStarted = true;
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      }),
  });
  await first.store.jobs.add("p", [job("a")]);
  await expect.poll(() => isStarted).toBe(true);
  await first.loop.close();
  expect(first.outcomes).toEqual(["released"]);
  expect(await unwatched.jobs.get("p", "a")).toMatchObject({ state: "queued", attempts: 0 });
  const second = await startLoop(unwatched, { a: async () => ({}) });
  await expect.poll(() => second.outcomes).toEqual(["done"]);
});

test("leases are renewed while a job runs, and it stops when its lease is lost", async () => {
  const unwatched = await openStore();
  const stopped = Promise.withResolvers<void>();
  const { store, outcomes } = await startLoop(
    unwatched,
    {
      a: (_taken, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            stopped.resolve();
            reject(signal.reason as Error);
          });
        }),
    },
    { leaseMs: 60, pollMs: 20 },
  );
  await store.jobs.add("p", [job("a")]);
  await expect.poll(async () => (await store.jobs.get("p", "a"))?.state).toBe("running");
  const before = (await store.jobs.get("p", "a"))?.dueAt ?? 0;
  await expect.poll(async () => (await store.jobs.get("p", "a"))?.dueAt ?? 0).toBeGreaterThan(before + 60);
  expect(await store.jobs.get("p", "a")).toMatchObject({ state: "running", attempts: 1 });
  expect(await unwatched.jobs.supersede("p", ["a"], Date.now())).toBe(1);
  await stopped.promise;
  await expect.poll(() => outcomes).toEqual(["lost"]);
});

test("a task that frees its slot lets the next one start; as many tasks can store results as can run", async () => {
  const unwatched = await openStore();
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const { loop } = await startLoop(
    unwatched,
    {
      [experimentJobs.start]: async () => ({}),
      [experimentJobs.task]: async ({ job: { id } }, _signal, leave) => {
        started.push(id);
        leave();
        await new Promise<void>((resolve) => ends.set(id, resolve));
        return {};
      },
    },
    { limits: { total: 2 } },
  );
  await addTasks(unwatched, ["1", "2", "3", "4"]);
  loop.wake();
  // The jobs 1 and 2 have freed their slots. The job 3 keeps its slot, because at most two jobs may be storing their
  // results.
  await expect.poll(() => started).toEqual(["1", "2", "3"]);
  expect(await unwatched.jobs.get("p", "4")).toMatchObject({ state: "waiting" });
  expect(await unwatched.jobs.get("p", "3")).toMatchObject({ state: "running" });
  ends.get("3")?.();
  await expect.poll(() => started).toEqual(["1", "2", "3", "4"]);
  for (const end of ends.values()) end();
  await expect.poll(async () => (await unwatched.experimentRuns.getMany("p", ["e"]))[0]?.state).toBe("DONE");
});

/** Adds an experiment of the project `p` that runs one of its tasks at a time. */
async function addTasks(store: Store, ids: readonly string[]): Promise<void> {
  const { run, ...others } = startedExperiment("e");
  await store.experimentRuns.start("p", [{ ...others, run: { ...run, plan: { ...run.plan, concurrency: 1 } } }]);
  await store.jobs.add(
    "p",
    ids.map((id) => experimentJob(experimentJobs.task, id, null)),
  );
}

test("a task that frees its slot does not start the next one while a job of another project waits", async () => {
  const unwatched = await openStore();
  const started: string[] = [];
  await addTasks(unwatched, ["1", "2"]);
  await unwatched.jobs.add("q", [job("other", experimentJobs.task)]);
  const { outcomes } = await startLoop(
    unwatched,
    {
      [experimentJobs.task]: async ({ job: { id } }, _signal, leave) => {
        started.push(id);
        leave();
        return {};
      },
    },
    { limits: { total: 1 } },
  );
  await expect.poll(() => outcomes).toEqual(["done", "done", "done"]);
  expect(started).toEqual(["1", "other", "2"]);
});

test("a stopping server releases a task that starts while it stops", async () => {
  const unwatched = await openStore();
  await addTasks(unwatched, ["1", "2"]);
  const closed = Promise.withResolvers<void>();
  const { loop } = await startLoop(unwatched, {
    [experimentJobs.task]: async ({ job: { id } }, signal, leave) => {
      if (id === "2")
        return new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason as Error)),
        );
      leave();
      closed.resolve(loop.close());
      return {};
    },
  });
  await closed.promise;
  expect(await unwatched.jobs.get("p", "1")).toMatchObject({ state: "done" });
  expect(await unwatched.jobs.get("p", "2")).toMatchObject({ state: "queued", attempts: 0, token: null });
});

test("a result that cannot be stored counts as a failed attempt", async () => {
  const unwatched = await openStore();
  const failing = decorate(unwatched, {
    jobs: decorate(unwatched.jobs, {
      finish: () => Promise.reject(new RangeError("secret internals")),
    }),
  });
  await unwatched.jobs.add("p", [job("a")]);
  const { outcomes } = await startLoop(failing, { a: async () => ({}) }, { endingDelayMs: 1 });
  await expect.poll(() => outcomes).toEqual(["retried"]);
  const after = { state: "queued", attempts: 1, failure: expect.stringContaining("Internal error") };
  expect(await unwatched.jobs.get("p", "a")).toMatchObject(after);
});

test("a job that stopped its servers too often fails", async () => {
  const unwatched = await openStore();
  await unwatched.jobs.add("p", [job("a")]);
  const query = { kinds: ["a"], leaseMs: 1, limit: 1, perProject: 1, running: {}, after: 0 };
  for (let time = 0; time < 21; time += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one server after the other
    await unwatched.jobs.take({ ...query, now: time * 10, token: String(time) });
  }
  const { outcomes } = await startLoop(unwatched, { a: async () => ({}) });
  await expect.poll(() => outcomes).toEqual(["failed"]);
  expect(await unwatched.jobs.get("p", "a")).toMatchObject({ failure: "The server that ran the job stopped" });
});
