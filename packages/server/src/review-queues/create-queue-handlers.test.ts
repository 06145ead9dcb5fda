import { expect, onTestFinished, test, vi } from "vitest";
import { type JobHandlers, JobLoop } from "../jobs/job-loop.ts";
import { fillJob } from "../store/review-queues.ts";
import { sampleQueue } from "../store/conformance/sample-queue.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import type { Store } from "../store/store.ts";
import { createQueueHandlers } from "./create-queue-handlers.ts";

const filled = { ...sampleQueue, filters: [], query: null, sampleRate: 1 } as const;

async function open(): Promise<Store> {
  const store = await openSqliteStore({ path: ":memory:", now: Date.now, retentionDays: null });
  onTestFinished(() => store.close());
  await store.projects.create({ id: "p", name: "p", createdAt: 1 });
  await store.threads.upsert("p", { id: "t", createdAt: 1, newUserId: "n" });
  return store;
}

async function run(store: Store, handlers: JobHandlers): Promise<void> {
  const log = { error: vi.fn(), warn: vi.fn() };
  const ended = Promise.withResolvers<void>();
  const loop = new JobLoop({ jobs: store.jobs, now: Date.now, log, isAlone: false, onEnded: () => ended.resolve() });
  await store.evaluationRules.repeatJob("p", { id: fillJob, kind: fillJob }, 1);
  await loop.start(handlers);
  await ended.promise;
  await loop.close();
}

const itemsOf = (store: Store, id: string) =>
  store.reviewQueues.items("p", id, { state: null, first: 9, skip: 0 }).then(({ length }) => length);

test("a queue that cannot be filled does not stop the others, and all are filled again", async () => {
  const store = await open();
  await store.reviewQueues.create("p", { ...filled, id: "broken", name: "a", query: '"open' }, 9);
  await store.reviewQueues.create("p", { ...filled, id: "failing", name: "b" }, 9);
  await store.reviewQueues.create("p", filled, 9);
  const failing: Store = {
    ...store,
    reviewQueues: {
      ...store.reviewQueues,
      add: (projectId, queueId, ...values) =>
        queueId === "failing"
          ? Promise.reject(new Error("Too slow"))
          : store.reviewQueues.add(projectId, queueId, ...values),
    },
  };
  await run(
    store,
    createQueueHandlers(async () => ({ store: failing, now: Date.now })),
  );
  expect(await itemsOf(store, "q")).toBe(1);
  expect(await store.jobs.get("p", fillJob)).toMatchObject({ state: "queued", attempts: 1 });
});

test("the job that fills queues is queued again, even after six failures", async () => {
  const store = await open();
  await store.reviewQueues.create("p", filled, 9);
  const now = Date.now();
  await store.evaluationRules.repeatJob("p", { id: fillJob, kind: fillJob }, 1);
  const query = { kinds: [fillJob], leaseMs: 1_000, limit: 1, perProject: 1, running: {}, after: 0 };
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    // oxlint-disable no-await-in-loop -- one attempt after the other
    const { jobs } = await store.jobs.take({ ...query, now: now + attempt * 10_000_000, token: `${attempt}` });
    const [{ job } = { job: undefined }] = jobs;
    if (job === undefined) throw new Error("Not taken");
    const failure = { message: "Too slow", isFinal: false, now, random: 0 };
    expect(await store.jobs.fail("p", job, failure)).toBe("queued");
    // oxlint-enable no-await-in-loop
  }
});

test("after a success, the attempts are counted from zero again", async () => {
  const store = await open();
  await store.reviewQueues.create("p", filled, 9);
  await run(
    store,
    createQueueHandlers(async () => ({ store, now: Date.now })),
  );
  expect(await itemsOf(store, "q")).toBe(1);
  const job = await store.jobs.get("p", fillJob);
  expect(job).toMatchObject({ state: "queued", attempts: 0 });
  expect(job?.dueAt).toBeGreaterThan(Date.now());
});

test("an imported queue with a source is filled", async () => {
  const [from, to] = [await open(), await open()];
  await from.reviewQueues.create("p", filled, 9);
  await to.importRecords("p", from.exportRecords("p"));
  expect(await to.jobs.get("p", fillJob)).toMatchObject({ state: "queued" });
});
