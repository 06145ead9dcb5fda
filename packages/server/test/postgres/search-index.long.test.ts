import { Client } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
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
import { bucketCount } from "../../src/store/search/postgres/search-buckets.ts";
import { readSteps } from "../../src/store/search/postgres/search-segment.ts";
import { mergeSmallSegments } from "../../src/store/search/postgres/search-segments.ts";
import { searchTermOf } from "../../src/store/search/postgres/search-terms.ts";
import type { StepWrite } from "../../src/store/steps.ts";
import type { Store } from "../../src/store/store.ts";
import { partOf } from "../test-inputs.ts";
import { describePostgres, type PostgresTests } from "./describe-postgres.ts";
import { readLikeEarlierServers, type SegmentRow } from "./earlier-segment-reader.ts";

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

/** Makes queue rows old enough for the removal of outdated content. */
async function age({ server }: PostgresTests, database: string): Promise<void> {
  await server.administer("UPDATE search_queue SET queued_at = queued_at - interval '1 hour'", database);
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
    await age(tests(), "forgotten");
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

  test("merges small segments, in which servers of any version find the same steps afterwards", async () => {
    const { url, store } = await openReplicas(tests(), "merged", { indexing: { minSteps: 1_000, restTime: 5 } });
    const all = stepsOf(5_000);
    for (let first = 0; first < 4_000; first += 1_000) {
      // oxlint-disable-next-line no-await-in-loop -- a segment for each batch
      await store.steps.ingest(project, all.slice(first, first + 1_000));
      // oxlint-disable-next-line no-await-in-loop
      await indexed(tests(), "merged");
    }
    const sizes = async (): Promise<number[]> => (await segments(tests(), "merged")).map((steps) => steps.length);
    expect(await sizes()).toEqual(Array.from({ length: 4 }, () => 1_000));
    const number = (operator: Filter["operator"], value: number): Filter => {
      return { field: "metadata", path: "customer.number", operator, value };
    };
    const filters = [text("order-1077 of"), text("order-3999 "), number("eq", 2_345), number("lt", 3)];
    const found = (): Promise<unknown> =>
      Promise.all(filters.map(async (filter) => [await candidates(url, filter), await idsOf(store, filter)] as const));
    const readEarlier = async () => {
      const sql = "SELECT steps, starts, postings FROM search_segments ORDER BY key LIMIT 4";
      const rows = (await tests().server.administer(sql, "merged")) as SegmentRow[];
      return readLikeEarlierServers(rows.filter((_, index) => rows.length === 4 || index < rows.length - 1));
    };
    const [before, earlier] = [await found(), await readEarlier()];
    await store.steps.ingest(project, all.slice(4_000));
    await until(async () => (await sizes()).length === 2);
    expect(await sizes()).toEqual([4_000, 1_000]);
    expect(await found()).toEqual(before);
    expect(before).toEqual([
      [expect.any(Number), ["step-1077"]],
      [expect.any(Number), ["step-3999"]],
      [expect.any(Number), ["step-2345"]],
      [3, ["step-2", "step-1", "step-0"]],
    ]);
    const later = await readEarlier();
    expect([...earlier].filter(([bucket, keys]) => String(keys) !== String(later.get(bucket)))).toEqual([]);

    await store.steps.delete(project, "step-1", start);
    await age(tests(), "merged");
    await store.steps.ingest(project, [stepOf(5_001)]);
    await until(async () => (await count(tests(), "merged", "search_queue WHERE is_lost")) === 0);
    expect(await sizes()).toEqual([3_999, 1_000]);
    expect(await idsOf(store, number("lt", 3))).toEqual(["step-2", "step-0"]);
  });

  test("merges only segments of the same day, which are dropped with their day", async () => {
    const clock = { now: start };
    const indexing = { minSteps: 1, restTime: 5, mergedSize: 4 };
    const { store } = await openReplicas(tests(), "days", { retentionDays: 7, now: () => clock.now, indexing });
    for (let index = 0; index < 5; index += 1) {
      for (const later of [0, day]) {
        const step = stepOf(index + later);
        // oxlint-disable-next-line no-await-in-loop -- a segment for each step
        await store.steps.ingest(project, [step]);
        // oxlint-disable-next-line no-await-in-loop
        await indexed(tests(), "days");
      }
    }
    await until(async () => (await count(tests(), "days", "search_segments")) === 4);
    const periods = async (): Promise<unknown> =>
      tests().server.administer(
        `SELECT array_agg(octet_length(steps) / 8 ORDER BY key) AS sizes FROM search_segments
        GROUP BY period ORDER BY period`,
        "days",
      );
    expect(await periods()).toEqual([{ sizes: [4, 1] }, { sizes: [4, 1] }]);
    clock.now = start + 8 * day;
    await store.expire();
    expect(await periods()).toEqual([{ sizes: [4, 1] }]);
    expect(await idsOf(store, text("everyone"))).toHaveLength(5);
  });

  test("finds each step if its segments are merged although several of them have it", async () => {
    const indexing = { minSteps: 1, restTime: 5, mergedSize: 4 };
    const { url, store } = await openReplicas(tests(), "twice", { indexing });
    // The output is added later, so the segments of the input stay valid.
    for (const write of [stepOf(1_077), { ...stepOf(1_077), output: "added" }, stepOf(2), stepOf(3), stepOf(4)]) {
      // oxlint-disable-next-line no-await-in-loop -- a segment for each write
      await store.steps.ingest(project, [write]);
      // oxlint-disable-next-line no-await-in-loop
      await indexed(tests(), "twice");
    }
    await until(async () => (await count(tests(), "twice", "search_segments")) === 2);
    expect((await segments(tests(), "twice")).map((steps) => steps.length)).toEqual([4, 1]);
    expect(await candidates(url, text("order-1077 of"))).toBe(1);
    expect(await idsOf(store, text("order-1077 of"))).toEqual(["step-1077"]);
    expect(await idsOf(store, text("added"))).toEqual(["step-1077"]);
  });

  test("keeps all segments if a merge is interrupted after deleting them", async () => {
    const errors: Error[] = [];
    const { store } = await openReplicas(tests(), "torn", {
      indexing: { minSteps: 1, restTime: 5, mergedSize: 4 },
      onError: (error) => errors.push(error),
    });
    const administer = (sql: string) => tests().server.administer(sql, "torn");
    await administer(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no merging now'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON search_segments FOR EACH ROW
      WHEN (octet_length(new.steps) > 8) EXECUTE FUNCTION refuse()`);
    for (let index = 0; index < 5; index += 1) {
      // oxlint-disable-next-line no-await-in-loop -- a segment for each step
      await store.steps.ingest(project, [stepOf(index)]);
      // oxlint-disable-next-line no-await-in-loop
      await indexed(tests(), "torn");
    }
    await until(async () => errors.length > 0);
    expect(errors[0]?.message).toContain("no merging now");
    expect((await segments(tests(), "torn")).map((steps) => steps.length)).toEqual([1, 1, 1, 1, 1]);
    expect(await idsOf(store, text("everyone"))).toHaveLength(5);
    await administer("DROP TRIGGER refuse ON search_segments");
    await until(async () => (await count(tests(), "torn", "search_segments")) === 2);
    expect((await segments(tests(), "torn")).map((steps) => steps.length)).toEqual([4, 1]);
    expect(await idsOf(store, text("everyone"))).toHaveLength(5);
  });

  test("removes steps of many segments in parts", async () => {
    const indexing = { minSteps: 1, restTime: 5, mergedSize: 4 };
    const { store } = await openReplicas(tests(), "parts", { indexing });
    for (let index = 0; index < 80; index += 4) {
      // oxlint-disable-next-line no-await-in-loop -- a segment for each batch
      await store.steps.ingest(project, stepsOf(80).slice(index, index + 4));
      // oxlint-disable-next-line no-await-in-loop
      await indexed(tests(), "parts");
    }
    const sizes = async (): Promise<number[]> =>
      (await segments(tests(), "parts")).slice(0, 20).map((steps) => steps.length);
    expect(await sizes()).toEqual(Array.from({ length: 20 }, () => 4));
    const blocker = new Client({ host: "127.0.0.1", port: tests().server.port, user: "postgres", database: "parts" });
    await blocker.connect();
    onTestFinished(() => blocker.end());
    const tenth = "(SELECT key FROM search_segments ORDER BY key OFFSET 9 LIMIT 1)";
    await blocker.query(`BEGIN; SELECT 1 FROM search_segments WHERE key = ${tenth} FOR UPDATE`);
    // Replacing the content of a step removes the step from its segment, and queues it again.
    await store.steps.ingest(project, [{ id: "step-0", createdAt: start, input: { question: "replaced" } }]);
    for (let index = 4; index < 80; index += 4) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await store.steps.delete(project, `step-${index}`, start);
    }
    await until(async () => (await count(tests(), "parts", "search_queue WHERE NOT is_lost")) === 0);
    await age(tests(), "parts");
    await store.steps.ingest(project, [stepOf(200)]);
    const waiting =
      "FROM pg_stat_activity WHERE query LIKE '%DELETE FROM search_segments%' AND wait_event_type = 'Lock'";
    await until(async () => (await tests().server.administer(`SELECT 1 ${waiting}`)).length > 0);
    expect(await sizes()).toEqual(Array.from({ length: 20 }, (_, index) => (index < 8 ? 3 : 4)));
    expect(await count(tests(), "parts", "search_queue WHERE is_lost")).toBe(20);
    expect(await idsOf(store, text("replaced"))).toEqual(["step-0"]);
    await blocker.query("COMMIT");
    await indexed(tests(), "parts");
    expect(await sizes()).toEqual(Array.from({ length: 20 }, () => 3));
    expect(await idsOf(store, text("replaced"))).toEqual(["step-0"]);
    expect(await store.steps.count(project, { filters: [text("everyone")] })).toBe(61);
  });

  test("reads only the segments that it merges", async () => {
    const { url, store } = await openReplicas(tests(), "chosen");
    await store.steps.ingest(project, [stepOf(1)]);
    await tests().server.administer(
      `INSERT INTO search_segments (project_id, key, period, first_step, last_step, steps, starts, postings, paths, columns)
      SELECT p.key, n, 0, 1, 9, (SELECT string_agg(float8send(n * 10 + i), '') FROM generate_series(0, n % 5) i),
        decode(repeat('00', CASE WHEN n <= 80 THEN 4 * ${bucketCount + 1} ELSE 0 END), 'hex'), '', '{}', ''
      FROM projects p, generate_series(1, 2000) n WHERE p.id = '${project}'`,
      "chosen",
    );
    const options = { url, poolSize: 1, statementTimeout: 10_000, preparedStatements: 0, onError: () => {} };
    const database = new Database(options);
    onTestFinished(() => database.close());
    const sql = "SELECT key FROM projects WHERE id = ?";
    const own = (await database.read(null, (session) => session.get<{ key: number }>(sql, project)))?.key ?? 0;
    const merge = (most: number): Promise<number> =>
      database.write(own, async (session) => {
        const read = vi.spyOn(session, "all");
        expect(await mergeSmallSegments(session, own, most)).toBe(true);
        const rows = await Promise.all(read.mock.results.map(({ value }) => value as Promise<unknown[]>));
        return rows.flat().length;
      });
    const sizes = async (): Promise<number[]> => (await segments(tests(), "chosen")).map((steps) => steps.length);
    // The first segments have 2, 3, 4, 5, 1, 2, 3 and 4 steps.
    expect(await merge(20)).toBe(2 * 7);
    expect((await sizes()).slice(0, 3)).toEqual([20, 4, 5]);
    expect(await merge(4_096)).toBeLessThanOrEqual(2 * 64);
    expect((await sizes()).length).toBe(2_000 - 6 - 63);
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
