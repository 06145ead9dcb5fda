import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { describeGenerations } from "../../src/store/conformance/generations.ts";
import { type OpenStore, openWithProjects } from "../../src/store/conformance/open-store.ts";
import { describeSearch } from "../../src/store/conformance/search.ts";
import { describeSteps } from "../../src/store/conformance/steps.ts";
import { describeThreads } from "../../src/store/conformance/threads.ts";
import { project } from "../../src/store/conformance/with-store.ts";
import type { Filter } from "../../src/store/list.ts";
import { Database } from "../../src/store/session/postgres/database.ts";
import { openPostgresStore, type PostgresStoreOptions } from "../../src/store/postgres/open-postgres-store.ts";
import { findCandidates } from "../../src/store/search/postgres/search-candidates.ts";
import { readSteps } from "../../src/store/search/postgres/search-segment.ts";
import { searchTermOf } from "../../src/store/search/postgres/search-terms.ts";
import type { StepWrite } from "../../src/store/steps.ts";
import type { Store } from "../../src/store/store.ts";
import { partOf } from "../test-inputs.ts";
import { describePostgres, type PostgresTests } from "./describe-postgres.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 4, 10, 12);
/** Number of steps that is enough for the indexer to write a segment. */
const many = 1_100;

/** Opens a store of an empty database. `open` opens further stores of the same database. */
async function openReplicas({ server }: PostgresTests, database: string, options: Partial<PostgresStoreOptions> = {}) {
  const url = await server.createDatabase(database);
  const stores: Store[] = [];
  const open = async (): Promise<Store> => {
    const store = await openPostgresStore({ url, poolSize: 4, ...options });
    stores.push(store);
    return store;
  };
  onTestFinished(async () => {
    await Promise.all(stores.map((store) => store.close()));
  });
  return { url, store: await openWithProjects(open), open };
}

function stepOf(index: number): StepWrite {
  return {
    id: `step-${index}`,
    createdAt: start + index,
    threadId: `thread-${index % 100}`,
    input: { question: `how is order-${index} of everyone` },
    metadata: { customer: { number: index }, plan: index % 2 === 0 ? "small" : "large" },
  };
}

const stepsOf = (length: number): StepWrite[] => Array.from({ length }, (_, index) => stepOf(index));

async function segments({ server }: PostgresTests, database: string): Promise<number[][]> {
  const rows = (await server.administer("SELECT steps FROM search_segments ORDER BY key, period", database)) as {
    readonly steps: Uint8Array;
  }[];
  return rows.map(({ steps }) => readSteps(steps));
}

async function count({ server }: PostgresTests, database: string, what: string): Promise<number> {
  const [row] = (await server.administer(`SELECT count(*)::int AS count FROM ${what}`, database)) as {
    readonly count: number;
  }[];
  return row?.count ?? 0;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- polls
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Waits until every queued step is in a segment. */
const indexed = (tests: PostgresTests, database: string): Promise<void> =>
  until(async () => (await count(tests, database, "search_queue")) === 0);

async function idsOf(store: Store, ...filters: Filter[]): Promise<string[]> {
  const { edges } = await store.steps.list(project, { first: 100, filters });
  return edges.map(({ node }) => node.id);
}

const text = (value: string): Filter => ({ field: "content", operator: "ilike", value });

/**
 * Returns the number of steps that a search must read according to the index. Undefined if the search must read all
 * steps.
 */
async function candidates(url: string, filter: Filter, isCommon = false): Promise<number | undefined> {
  const options = { url, poolSize: 1, statementTimeout: 10_000, preparedStatements: 0, onError: () => {} };
  const database = new Database(options);
  onTestFinished(() => database.close());
  const [key] = await database.read(null, (session) =>
    session.all<{ key: number }>("SELECT key FROM projects WHERE id = ?", project),
  );
  const term = searchTermOf(filter, filter.field === "metadata" ? "metadata" : "text");
  const own = key?.key ?? 0;
  if (term === undefined) return undefined;
  const found = await database.read(own, (session) => findCandidates(session, own, [term], async () => isCommon));
  return found?.length;
}

/** Opens a store that indexes steps when they are written, and merges every four segments. */
async function openIndexed({ server }: PostgresTests, name: string): Promise<Store> {
  const url = await server.createDatabase(name, "migrated");
  const store = await openPostgresStore({ url, poolSize: 4, indexing: { minSteps: 1, restTime: 5, mergedSize: 4 } });
  const client = new Client({ host: "127.0.0.1", port: server.port, user: "postgres", database: name });
  await client.connect();
  const settle = (): Promise<void> =>
    until(async () => (await client.query("SELECT 1 FROM search_queue WHERE NOT is_lost LIMIT 1")).rowCount === 0);
  return {
    ...store,
    steps: {
      ...store.steps,
      async ingest(projectId, writes) {
        const outcomes = await store.steps.ingest(projectId, writes);
        await settle();
        return outcomes;
      },
    },
    async close() {
      await Promise.all([store.close(), client.end()]);
      await server.administer(`DROP DATABASE "${name}"`);
    },
  };
}

describePostgres("the index over payloads", (tests) => {
  let opened = 0;
  const openStore: OpenStore = () => openIndexed(tests(), `indexed_${(opened += 1)}`);
  describeSearch(openStore);
  for (const describeSuite of partOf([describeSteps, describeGenerations, describeThreads], 3))
    describeSuite(openStore);

  test("returns the few candidates of a search, and scans when the newest steps suffice", async () => {
    const { url, store } = await openReplicas(tests(), "named");
    await store.steps.ingest(project, stepsOf(many));
    expect(await idsOf(store, text("ORDER-1077 of"))).toEqual(["step-1077"]);
    await indexed(tests(), "named");
    expect((await segments(tests(), "named")).map((steps) => steps.length)).toEqual([many]);

    expect(await idsOf(store, text("ORDER-1077 of"))).toEqual(["step-1077"]);
    expect(await candidates(url, text("ORDER-1077 of"))).toBeLessThan(20);
    expect(await candidates(url, text("no step has this"))).toBe(0);
    expect(await candidates(url, text("everyone"), true)).toBeUndefined();
    expect(await candidates(url, text("everyone"))).toBe(many);
    const customer: Filter = { field: "metadata", path: "customer.number", operator: "eq", value: 7 };
    expect(await idsOf(store, customer)).toEqual(["step-7"]);
    expect(await candidates(url, customer)).toBeLessThan(5);

    await store.steps.ingest(project, [{ ...stepOf(2_000), input: "how is order-1077 of today" }]);
    expect(await idsOf(store, text("order-1077 of"))).toEqual(["step-2000", "step-1077"]);
    expect(await store.steps.count(project, { filters: [text("order-1077 of")] })).toBe(2);
    const threads = await store.threads.list(project, { first: 5, filters: [text("order-1077 of")] });
    expect(threads.edges.map(({ node }) => node.id).toSorted()).toEqual(["thread-0", "thread-77"]);
  });

  test("finds candidates by keys of a path in input, and numbers by their spelling", async () => {
    const { url, store } = await openReplicas(tests(), "paths");
    const claim = (index: number): StepWrite["input"] => ({
      claim: { amount: index },
      "claim.kind": index % 200 === 0,
    });
    const steps = stepsOf(many).map((step, index) => (index % 100 === 0 ? { ...step, input: claim(index) } : step));
    await store.steps.ingest(project, steps);
    await indexed(tests(), "paths");
    const on = (operator: Filter["operator"], value: Filter["value"], path = "claim.amount"): Filter => {
      return { field: "input", path, operator, value };
    };
    const found = async (filter: Filter): Promise<unknown> => [
      await candidates(url, filter),
      await idsOf(store, filter),
    ];
    expect(await found(on("gte", 900))).toEqual([11, ["step-1000", "step-900"]]);
    expect(await found(on("eq", 1_000))).toEqual([1, ["step-1000"]]);
    expect(await found(on("eq", 7))).toEqual([11, []]);
    const claims = Array.from({ length: 11 }, (_, index) => `step-${1_000 - index * 100}`);
    expect(await found(on("nis", null, "claim.kind"))).toEqual([11, claims]);
    expect(await found(on("eq", true, "claim.kind"))).toEqual([6, claims.filter((_, index) => index % 2 === 0)]);
    expect(await found(on("lt", 5, "claim.nothing"))).toEqual([0, []]);
    expect(await candidates(url, on("is", null))).toBeUndefined();
    expect(await store.steps.count(project, { filters: [on("is", null)] })).toBe(many - 11);
  });

  test("continues after a replica was interrupted while indexing, and has each step once", async () => {
    const { url, store, open } = await openReplicas(tests(), "cut");
    const other = await open();
    const { server } = tests();
    // Blocks writes of segments, so that the indexer is interrupted halfway.
    const blocker = new Client({ connectionString: url });
    await blocker.connect();
    onTestFinished(() => blocker.end());
    await blocker.query("BEGIN; LOCK TABLE search_segments IN SHARE MODE");
    const steps = stepsOf(2 * many);
    await Promise.all([
      store.steps.ingest(project, steps.slice(many)),
      other.steps.ingest(project, steps.slice(0, many)),
    ]);
    const waiting =
      "FROM pg_stat_activity WHERE query LIKE '%INSERT INTO search_segments%' AND wait_event_type = 'Lock'";
    await until(async () => (await server.administer(`SELECT 1 ${waiting}`)).length > 0);
    await server.administer(`SELECT pg_terminate_backend(pid) ${waiting}`);
    expect(await count(tests(), "cut", "search_segments")).toBe(0);
    await blocker.query("COMMIT");
    await indexed(tests(), "cut");
    const keys = (await segments(tests(), "cut")).flat();
    expect([keys.length, new Set(keys).size]).toEqual([2 * many, 2 * many]);
    expect(await idsOf(other, text("order-1500 of"))).toEqual(["step-1500"]);
  });

  test("removes deleted and replaced steps", async () => {
    const { url, store, open } = await openReplicas(tests(), "forgotten");
    await store.steps.ingest(project, stepsOf(many));
    await indexed(tests(), "forgotten");
    const [before = []] = await segments(tests(), "forgotten");
    const fifth: Filter = { field: "metadata", path: "customer.number", operator: "eq", value: 5 };
    expect(await candidates(url, fifth)).toBe(1);
    await store.steps.delete(project, "step-5", start);
    await store.steps.ingest(project, [{ id: "step-6", createdAt: start, input: { question: "withdrawn" } }]);
    expect(await idsOf(store, text("order-5 of"))).toEqual([]);
    expect(await idsOf(store, text("order-6 of"))).toEqual([]);
    await tests().server.administer("UPDATE search_queue SET queued_at = queued_at - interval '1 hour'", "forgotten");
    await open();
    await until(async () => (await count(tests(), "forgotten", "search_queue WHERE is_lost")) === 0);
    const [after = []] = await segments(tests(), "forgotten");
    expect(before.filter((key) => !after.includes(key))).toHaveLength(2);
    expect(await candidates(url, text("withdrawn"))).toBe(1);
    expect(await idsOf(store, text("withdrawn"))).toEqual(["step-6"]);
    expect(await candidates(url, fifth)).toBe(1);
    expect(await idsOf(store, fifth)).toEqual([]);
    expect(await idsOf(store, text("order-7 of"))).toEqual(["step-7"]);
  });

  test("merges small segments, which find the same steps afterwards", async () => {
    const { url, store } = await openReplicas(tests(), "merged", { indexing: { minSteps: 1_000, restTime: 5 } });
    const all = stepsOf(17_000);
    for (let first = 0; first < 16_000; first += 1_000) {
      // oxlint-disable-next-line no-await-in-loop -- a segment for each batch
      await store.steps.ingest(project, all.slice(first, first + 1_000));
      // oxlint-disable-next-line no-await-in-loop
      await indexed(tests(), "merged");
    }
    const sizes = async (): Promise<number[]> => (await segments(tests(), "merged")).map((steps) => steps.length);
    expect(await sizes()).toEqual(Array.from({ length: 16 }, () => 1_000));
    const number = (operator: Filter["operator"], value: number): Filter => {
      return { field: "metadata", path: "customer.number", operator, value };
    };
    const filters = [text("order-1077 of"), text("order-15999 "), number("eq", 12_345), number("lt", 3)];
    const found = (): Promise<unknown> =>
      Promise.all(filters.map(async (filter) => [await candidates(url, filter), await idsOf(store, filter)] as const));
    const before = await found();
    await store.steps.ingest(project, all.slice(16_000));
    await until(async () => (await sizes()).length === 2);
    expect(await sizes()).toEqual([16_000, 1_000]);
    expect(await found()).toEqual(before);
    expect(before).toEqual([
      [expect.any(Number), ["step-1077"]],
      [expect.any(Number), ["step-15999"]],
      [expect.any(Number), ["step-12345"]],
      [3, ["step-2", "step-1", "step-0"]],
    ]);

    await store.steps.delete(project, "step-1", start);
    await tests().server.administer("UPDATE search_queue SET queued_at = queued_at - interval '1 hour'", "merged");
    await store.steps.ingest(project, [stepOf(17_001)]);
    await until(async () => (await count(tests(), "merged", "search_queue WHERE is_lost")) === 0);
    expect(await sizes()).toEqual([15_999, 1_000]);
    expect(await idsOf(store, number("lt", 3))).toEqual(["step-2", "step-0"]);
  });

  test("has the last text of a step, whichever replica wrote it", async () => {
    const { url, store, open } = await openReplicas(tests(), "shared", { indexing: { minSteps: many, restTime: 5 } });
    const other = await open();
    await store.steps.ingest(project, stepsOf(many - 1));
    await other.steps.ingest(project, [{ id: "step-6", createdAt: start, metadata: { customer: { number: 6_666 } } }]);
    await other.steps.ingest(project, [stepOf(many)]);
    await until(async () => (await count(tests(), "shared", "search_queue WHERE NOT is_lost")) === 0);
    expect((await segments(tests(), "shared")).map((steps) => steps.length)).toEqual([many]);
    const numbered = (value: number): Filter => ({ field: "metadata", path: "customer.number", operator: "eq", value });
    const found = await Promise.all([6, 6_666, 7].map((value) => candidates(url, numbered(value))));
    expect(found).toEqual([0, 1, 1]);
  });

  test("queues a repeatedly written step in few rows", async () => {
    const { store } = await openReplicas(tests(), "often");
    await store.steps.ingest(project, [stepOf(1)]);
    await tests().server.administer(
      "INSERT INTO search_queue (project_id, is_lost, steps) SELECT project_id, is_lost, steps FROM search_queue, generate_series(1, 1200)",
      "often",
    );
    await store.steps.ingest(project, [stepOf(2)]);
    await until(async () => (await count(tests(), "often", "search_queue")) < 500);
    expect(await idsOf(store, text("how is order"))).toEqual(["step-2", "step-1"]);
  });

  test("is dropped with the partition of its steps", async () => {
    const clock = { now: start };
    const { store } = await openReplicas(tests(), "kept", { retentionDays: 7, now: () => clock.now });
    await store.steps.ingest(project, stepsOf(many));
    await indexed(tests(), "kept");
    expect(await count(tests(), "kept", "search_segments")).toBe(1);
    clock.now = start + 8 * day;
    await store.expire();
    expect(await count(tests(), "kept", "search_segments")).toBe(0);
    expect(await count(tests(), "kept", "search_queue")).toBe(0);
  });

  test("is deleted with the project", async () => {
    const { store } = await openReplicas(tests(), "gone");
    await store.steps.ingest(project, stepsOf(many));
    await indexed(tests(), "gone");
    await store.projects.delete(project, start);
    await until(async () => (await count(tests(), "gone", "search_segments")) === 0);
    expect(await count(tests(), "gone", "deleted_projects")).toBe(1);
  });
});
