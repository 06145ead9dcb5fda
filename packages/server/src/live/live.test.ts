import { expect, onTestFinished, test, vi } from "vitest";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import { writingMethods } from "../store/threads/with-writer.ts";
import { ChangeCollector } from "./change-collector.ts";
import type { RecordChange, RecordChanges } from "./change-feed.ts";
import { ChangeQueue } from "./change-queue.ts";
import { createLocalChangeFeed } from "./local-change-feed.ts";
import { defaultLimits } from "../config/limits.ts";
import { LiveConnections } from "./live-connections.ts";
import type { Subscriber } from "./live-connections.ts";
import { publishChanges } from "./publish-changes.ts";

function step(id: string, threadId: string | null = null): RecordChange {
  return { kind: "STEP", id, threadId, rootRunId: null, stepId: id, change: "WRITTEN" };
}

function changed(...changes: RecordChange[]): RecordChanges {
  return { changes, overflow: false };
}

function openQueue(
  options: { kinds?: RecordChange["kind"][]; threadId?: string; rootRunId?: string; maxChanges?: number } = {},
) {
  const end = new AbortController();
  const { kinds, threadId, rootRunId, maxChanges = 3 } = options;
  const queue = new ChangeQueue({ kinds, threadId, rootRunId, maxChanges, signal: end.signal });
  return { queue, end };
}

/** Opens a store whose changes are collected until the clock advances. */
async function openLiveStore(maxChanges = 1_000) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const store = await openSqliteStore({ path: ":memory:" });
  await store.projects.create({ id: "p", name: "p", createdAt: 0 });
  await store.projects.create({ id: "other", name: "other", createdAt: 0 });
  const feed = createLocalChangeFeed();
  const errors: unknown[] = [];
  const collector = new ChangeCollector({
    feed,
    steps: store.steps,
    intervalMs: 200,
    maxChanges,
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => store.close());
  const notices: RecordChanges[] = [];
  const unsubscribe = feed.subscribe("p", (changes) => notices.push(changes));
  return {
    live: publishChanges(store, collector),
    notices,
    errors,
    unsubscribe,
    feed,
    collector,
    async pass() {
      await vi.advanceTimersByTimeAsync(200);
      return notices.splice(0);
    },
  };
}

test("a queue merges pending changes: each record once, with its latest change", async () => {
  const { queue } = openQueue();
  queue.push(changed(step("a"), step("b")));
  queue.push(changed({ ...step("a"), change: "DELETED" }));
  expect(await queue.next()).toEqual({
    done: false,
    value: { changes: [{ ...step("a"), change: "DELETED" }, step("b")], overflow: false },
  });
});

test("a queue beyond its limit drops its changes, and reports one overflow", async () => {
  const { queue } = openQueue();
  queue.push(changed(step("a"), step("b"), step("c")));
  queue.push(changed(step("d")));
  queue.push(changed(step("e")));
  expect((await queue.next()).value).toEqual({ changes: [], overflow: true });
  queue.push(changed(step("f")));
  expect((await queue.next()).value).toEqual(changed(step("f")));
  queue.push(changed(...["a", "b", "c", "d", "e"].map((id) => step(id))));
  expect((await queue.next()).value).toEqual({ changes: [], overflow: true });
});

test("a queue passes the requested kinds and thread, and every overflow", async () => {
  const { queue } = openQueue({ kinds: ["STEP"], threadId: "t" });
  const asked = queue.next();
  queue.push(changed(step("elsewhere", "u"), step("alone"), { ...step("s", "t"), kind: "SCORE" }));
  queue.push(changed(step("here", "t")));
  expect((await asked).value).toEqual(changed(step("here", "t")));
  queue.push({ changes: [], overflow: true });
  expect((await queue.next()).value).toEqual({ changes: [], overflow: true });
});

test("a queue passes the requested run with its records and scores", async () => {
  const { queue } = openQueue({ rootRunId: "run" });
  const score: RecordChange = { ...step("c"), kind: "SCORE", stepId: "run" };
  const inside = { ...step("inside"), rootRunId: "run" };
  queue.push(changed(step("elsewhere"), { ...step("other"), rootRunId: "another" }, step("run"), score, inside));
  expect((await queue.next()).value).toEqual(changed(step("run"), score, inside));
});

test("an idle queue ends when its signal aborts", async () => {
  const { queue, end } = openQueue();
  const waiting = queue.next();
  end.abort();
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(await queue.next()).toEqual({ done: true, value: undefined });
});

test("steps written within a short time are sent as one notice with their thread", async () => {
  const { live, pass } = await openLiveStore();
  await live.steps.ingest("p", [{ id: "a", createdAt: 1, threadId: "t", rootRunId: "r", generation: {} }]);
  await live.steps.ingest("p", [{ id: "a", createdAt: 2, threadId: "t", rootRunId: "r", endTime: 5 }]);
  const [notice, ...others] = await pass();
  expect(others).toEqual([]);
  const place = { threadId: "t", rootRunId: "r", stepId: "a", change: "WRITTEN" };
  expect(notice).toEqual({
    changes: [
      { kind: "STEP", id: "a", ...place },
      { kind: "GENERATION", id: "a", ...place },
      { kind: "THREAD", id: "t", threadId: "t", rootRunId: null, stepId: null, change: "WRITTEN" },
    ],
    overflow: false,
  });
});

test("a partial step without its thread, and a score on a step, are sent with thread and run", async () => {
  const { live, pass } = await openLiveStore();
  await live.steps.ingest("p", [{ id: "a", createdAt: 1, threadId: "t", rootRunId: "r" }]);
  await pass();
  await live.steps.ingest("p", [{ id: "a", createdAt: 2, endTime: 9 }]);
  const score = { id: "c", name: "n", type: "HUMAN", value: 1, stepId: "a", at: 1 } as const;
  await live.scores.upsertMany("p", [score]);
  const [notice] = await pass();
  expect(notice?.changes).toMatchObject([
    { kind: "STEP", id: "a", threadId: "t", rootRunId: "r" },
    { kind: "SCORE", id: "c", threadId: "t", rootRunId: "r", stepId: "a" },
    { kind: "THREAD", id: "t" },
  ]);
});

test("deletions are sent, and rejected steps are not", async () => {
  const { live, pass } = await openLiveStore();
  await live.steps.ingest("p", [{ id: "a", createdAt: 1, threadId: "t" }]);
  await live.steps.delete("p", "a", 2);
  expect((await pass())[0]?.changes).toContainEqual({ ...step("a", "t"), change: "DELETED" });
  await live.threads.delete("p", "t", 3);
  expect(await live.steps.ingest("p", [{ id: "b", createdAt: 1, threadId: "t" }])).toEqual(["deleted"]);
  const [notice] = await pass();
  const gone = { kind: "THREAD", id: "t", threadId: "t", rootRunId: null, stepId: null, change: "DELETED" };
  expect(notice?.changes).toEqual([gone]);
  expect(await live.threads.delete("p", "unknown", 3)).toBeNull();
  expect(await pass()).toEqual([]);
});

test("a change of a part, such as a dataset item or an attachment, is sent as a change of the record that shows it", async () => {
  const { live, pass } = await openLiveStore();
  const at = { createdAt: 1 };
  await live.users.create("p", { id: "u", identifier: "ada", metadata: {}, ...at });
  await live.datasets.create("p", {
    id: "d",
    name: "d",
    description: null,
    metadata: null,
    type: "key_value",
    ...at,
  });
  await pass();
  await live.datasets.createItems(
    "p",
    [
      {
        id: "i",
        datasetId: "d",
        metadata: {},
        input: 1,
        expectedOutput: 2,
        intermediarySteps: null,
        stepId: null,
        ...at,
      },
    ],
    { at: 1 },
  );
  expect((await pass())[0]?.changes).toMatchObject([{ kind: "DATASET", id: "d" }]);
  await live.datasets.updateItems("p", [{ id: "i", input: 3 }], 2);
  expect((await pass())[0]?.changes).toMatchObject([{ kind: "DATASET", id: "d" }]);
  await live.users.update("p", "u", { identifier: "ada l" }, 1);
  await live.datasets.deleteItems("p", ["i"], 3);
  await live.prompts.getOrCreateLineage("p", {
    id: "l",
    name: "l",
    description: null,
    championId: null,
    labels: [],
    deletedAt: null,
    ...at,
  });
  await live.prompts.setRollouts("p", "l", [], 1);
  await live.steps.ingest("p", [{ id: "s", threadId: "t", rootRunId: null, ...at }]);
  await live.files.upsertAttachment("p", { id: "f", stepId: "s", ...at });
  const [notice] = await pass();
  expect(notice?.changes.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    "USER u",
    "DATASET d",
    "PROMPT l",
    "STEP s",
    "THREAD t",
  ]);
});

test("every write of a watched kind of record is reported, or is listed as silent", async () => {
  const { live } = await openLiveStore();
  const silent = new Set([
    // Records that do not appear in any list.
    "prompts.createVariant",
    "files.createFile",
    "files.completeFile",
    "files.forgetLeftOver",
  ]);
  const parts = ["threads", "steps", "scores", "users", "datasets", "experiments", "prompts", "files"] as const;
  const unreported = parts.flatMap((part) =>
    (writingMethods[part] ?? [])
      // A method that reports nothing is the original method of the store, bound to its object.
      .filter((method) => (Reflect.get(live[part], method) as { name: string }).name.startsWith("bound "))
      .map((method) => `${part}.${method}`),
  );
  expect(unreported.filter((method) => !silent.has(method))).toEqual([]);
  expect(unreported).toHaveLength(silent.size);
});

test("a burst becomes one overflow, whatever its size", async () => {
  const { live, pass } = await openLiveStore(100);
  for (let batch = 0; batch < 10; batch++) {
    const writes = Array.from({ length: 50 }, (_, index) => ({ id: `${batch}-${index}`, createdAt: 1 }));
    await live.steps.ingest("p", writes);
  }
  expect(await pass()).toEqual([{ changes: [], overflow: true }]);
  await live.steps.ingest("p", [{ id: "after", createdAt: 1 }]);
  expect((await pass())[0]?.changes).toHaveLength(1);
});

test("changes of another project are not sent, and none are collected without watchers", async () => {
  const { live, pass, unsubscribe, feed, collector } = await openLiveStore();
  await live.steps.ingest("other", [{ id: "a", createdAt: 1, threadId: "t" }]);
  expect(await pass()).toEqual([]);
  unsubscribe();
  expect(feed.isWatched("p")).toBe(false);
  const record = vi.spyOn(collector, "record");
  await live.steps.ingest("p", [{ id: "a", createdAt: 1, threadId: "t" }]);
  await live.threads.delete("p", "t", 1);
  expect(record).not.toHaveBeenCalled();
});

const bySomebody = (credential: string, projectId = "p", isLink = false): Subscriber => ({
  credential,
  projectId,
  isLink,
});

function countOpened(connections: LiveConnections, count: number, subscriber: (index: number) => Subscriber): number {
  return Array.from({ length: count }, (_, index) => connections.open(subscriber(index))).filter(
    (opened) => opened !== null && "signal" in opened,
  ).length;
}

test("open streams are limited per credential and in total, and released once", () => {
  const connections = new LiveConnections({
    maxSubscriptionsPerCredential: 2,
    maxSubscriptionsPerProject: 9,
    maxSubscriptions: 3,
  });
  const first = connections.open(bySomebody("a"));
  connections.open(bySomebody("a"));
  expect(connections.open(bySomebody("a", "other"))).toEqual({ limit: 2 });
  connections.open(bySomebody("b", "other"));
  expect(connections.open(bySomebody("c"))).toEqual({ limit: 3 });
  if (!first || "limit" in first) throw new Error("the first stream was refused");
  first.end();
  first.end();
  expect(first.signal.aborted).toBe(true);
  expect(connections.open(bySomebody("c"))).toHaveProperty("signal");
  expect(connections.size).toBe(3);
  connections.close();
  expect(connections.size).toBe(0);
  expect(connections.open(bySomebody("a"))).toBeNull();
});

test("one project cannot use all streams by links or keys, so that others get their share", () => {
  const connections = new LiveConnections(defaultLimits);
  const many = (projectId: string, isLink: boolean) => (index: number) =>
    bySomebody(`${projectId} ${isLink} ${index}`, projectId, isLink);
  expect(countOpened(connections, 2_000, () => bySomebody("one link", "a", true))).toBe(50);
  expect(countOpened(connections, 2_000, many("a", true))).toBe(200);
  expect(countOpened(connections, 2_000, many("a", false))).toBe(250);
  const shares = ["b", "c", "d", "e", "f"].map((project) => countOpened(connections, 2_000, many(project, false)));
  expect(shares).toEqual([334, 111, 37, 12, 4]);
  expect(countOpened(connections, 1, many("g", true))).toBe(1);
  expect(connections.size).toBe(999);
});
