import { expect, onTestFinished, test } from "vitest";
import type { EvaluationRuleRecord } from "../store/evaluation-rules.ts";
import { openSqliteStore } from "../store/sqlite/open-sqlite-store.ts";
import type { Store } from "../store/store.ts";
import { judgmentId } from "./derive-judgment.ts";
import { matchArrivals } from "./match-arrivals.ts";

const rule: EvaluationRuleRecord = {
  id: "all",
  createdAt: 1,
  updatedAt: 1,
  name: "all",
  evaluatorVersionId: "v",
  target: "STEP",
  filters: [],
  query: null,
  sampleRate: 1,
  quietSeconds: 1,
  dailySpendLimit: null,
  mode: "ON",
};

async function open(rules: readonly Partial<EvaluationRuleRecord>[]): Promise<Store> {
  const store = await openSqliteStore({ path: ":memory:", now: Date.now, retentionDays: null });
  onTestFinished(() => store.close());
  await store.projects.create({ id: "p", name: "p", createdAt: 1 });
  for (const each of rules) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await store.evaluationRules.create("p", { ...rule, name: each.id ?? "all", ...each }, 100);
  }
  return store;
}

async function match(store: Store): Promise<void> {
  await matchArrivals(store, "p", { now: () => 50_000, signal: undefined });
}

async function judged(store: Store): Promise<string[]> {
  const jobs = await store.jobs.list("p", { state: "queued", first: 1_000, skip: 0 });
  return jobs.map(({ groupId, payload }) => `${groupId} ${String(payload["targetId"])}`).toSorted();
}

test("a rule whose conditions cannot be read does not stop the others", async () => {
  const filters = [{ field: "removedField", operator: "eq", value: "x" }] as unknown as EvaluationRuleRecord["filters"];
  const store = await open([{ id: "broken", filters }, {}, { id: "unknown", query: '"open' }]);
  await store.steps.ingest("p", [{ id: "a", createdAt: 1, receivedAt: 40_000 }]);
  await match(store);
  expect(await judged(store)).toContain("all a");
  expect(await judged(store)).not.toContain("broken a");
  expect(await store.evaluationRules.projectsWithArrivals()).toEqual([]);
});

test("a rule whose filters fail queues its targets untested, and does not affect other rules", async () => {
  const named = { filters: [{ field: "name", operator: "eq", value: "x", path: null }] } as const;
  const store = await open([{ id: "heavy", query: "name:heavy" }, { id: "named", ...named }, {}]);
  await store.steps.ingest("p", [{ id: "a", createdAt: 1, receivedAt: 40_000 }]);
  const { idsMatchingEach } = store.steps;
  const steps: Store["steps"] = {
    ...store.steps,
    async idsMatchingEach(projectId, ids, filters) {
      if (JSON.stringify(filters).includes('"heavy"')) throw new Error("out of memory");
      return idsMatchingEach(projectId, ids, filters);
    },
  };
  await match({ ...store, steps });
  expect(await judged(store)).toEqual(["all a", "heavy a"]);
});

test("runs and threads of arrived steps are due after their last arrival", async () => {
  const store = await open([
    { id: "runs", target: "RUN", filters: [{ field: "name", operator: "eq", value: "root", path: null }] },
    { id: "threads", target: "THREAD" },
    {
      id: "named",
      filters: [{ field: "name", operator: "in", value: ["leaf", "lonely"], path: null }],
      query: "type:llm",
    },
    { id: "off", mode: "OFF" },
  ]);
  await store.steps.ingest("p", [
    { id: "root", createdAt: 1, receivedAt: 10_000, threadId: "t", name: "root" },
    { id: "middle", createdAt: 1, receivedAt: 10_000, threadId: "t", parentId: "root" },
    { id: "other", createdAt: 1, receivedAt: 10_000, name: "other" },
    { id: "own", createdAt: 1, receivedAt: 10_000, threadId: "own", environment: "experiment", name: "root" },
  ]);
  await match(store);
  expect(await judged(store)).toEqual(["runs root", "threads t"]);
  await store.steps.ingest("p", [
    { id: "leaf", createdAt: 1, receivedAt: 30_000, threadId: "t", parentId: "middle", name: "leaf", type: "llm" },
    { id: "lonely", createdAt: 1, receivedAt: 30_000, parentId: "missing", name: "lonely", type: "tool" },
  ]);
  await match(store);
  expect(await judged(store)).toEqual(["named leaf", "runs root", "threads t"]);
  for (const [id, target] of [
    ["runs", "root"],
    ["threads", "t"],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await store.jobs.get("p", judgmentId(id, target))).toMatchObject({ dueAt: 31_000 });
  }
});
