import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openTarget, parseLocation } from "../../src/cli/migrate/data-locations.ts";
import { withStore } from "../../src/cli/with-store.ts";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import { project } from "../../src/store/conformance/with-store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import type { Filter } from "../../src/store/list.ts";
import type { Store } from "../../src/store/store.ts";
import type { StepWrite } from "../../src/store/steps.ts";
import { describePostgres, type PostgresTests } from "./describe-postgres.ts";
import { countReads } from "./read-statistics.ts";

const day = 86_400_000;
const start = Date.UTC(2026, 4, 10, 12);
const today = Math.floor(start / day);

interface Clock {
  now: number;
}

/** Opens stores of an empty database with a retention of a week. Each has its own clock. */
async function openReplicas({ server }: PostgresTests, database: string, clocks: readonly Clock[]): Promise<Store[]> {
  const url = await server.createDatabase(database);
  const stores: Store[] = [];
  onTestFinished(async () => {
    await Promise.all(stores.map((store) => store.close()));
  });
  for (const clock of clocks) {
    const open = (): Promise<Store> => openPostgresStore({ url, retentionDays: 7, now: () => clock.now, poolSize: 4 });
    // oxlint-disable-next-line no-await-in-loop -- the first store creates the tables and projects
    stores.push(await (stores.length === 0 ? openWithProjects(open) : open()));
  }
  return stores;
}

const stepOf = (id: string, createdAt: number): StepWrite => ({
  id,
  createdAt,
  threadId: "thread",
  output: `of ${id}`,
});

async function outputsOf(store: Store, ids: readonly string[]): Promise<unknown[]> {
  return (await store.steps.getMany(project, ids)).map((step) => step && step.output);
}

async function payloads({ server }: PostgresTests, database: string): Promise<Readonly<Record<string, number>>> {
  const rows = (await server.administer(
    "SELECT tableoid::regclass::text AS name, count(*)::int AS count FROM step_payloads GROUP BY 1 ORDER BY 1",
    database,
  )) as { readonly name: string; readonly count: number }[];
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

async function partitions({ server }: PostgresTests, database: string): Promise<string[]> {
  const rows = (await server.administer(
    "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'step_payloads'::regclass ORDER BY 1",
    database,
  )) as { readonly name: string }[];
  return rows.map(({ name }) => name);
}

const dayOfPartition = (days: number): string => `step_payloads_d${today + days}_${today + days + 1}`;

describePostgres("partitions by time", (tests) => {
  test("a command creates no partitions, and uses those of the servers", async () => {
    const url = await tests().server.createDatabase("commands");
    const target = parseLocation("--to", url, undefined);
    const flags = { databaseUrl: url };
    const id = await withStore(
      flags,
      { env: {} },
      {
        async run(store) {
          await store.projects.create({ id: project, name: project, createdAt: 1 });
          await store.steps.ingest(project, [stepOf("first", Date.now())]);
          return project;
        },
      },
    );
    await (await openTarget(target, {})).store.close();
    expect(await partitions(tests(), "commands")).toEqual(["step_payloads_rest"]);

    const server = await openPostgresStore({ url, retentionDays: 7, poolSize: 2 });
    onTestFinished(() => server.close());
    const made = await partitions(tests(), "commands");
    expect(made.length).toBeGreaterThan(2);
    for (const name of made.filter((known) => known !== "step_payloads_rest")) {
      const [from, to] = name.replace("step_payloads_d", "").split("_").map(Number);
      expect((to ?? 0) - (from ?? 0)).toBe(1);
    }
    await withStore(flags, { env: {} }, { run: (store) => store.steps.ingest(id, [stepOf("second", Date.now())]) });
    expect(await partitions(tests(), "commands")).toEqual(made);
    const places = await payloads(tests(), "commands");
    expect(Object.values(places)).toEqual([1, 1]);
    expect(places["step_payloads_rest"]).toBe(1);
    expect(await outputsOf(server, ["first", "second"])).toEqual(["of first", "of second"]);
  });

  test("a payload is in the partition of its day, which is dropped as a whole", async () => {
    const clock = { now: start };
    const [store] = await openReplicas(tests(), "days", [clock]);
    if (store === undefined) throw new Error("There is a store.");
    await store.steps.ingest(project, [stepOf("old", start), stepOf("before", start - 90 * day)]);
    clock.now = start + day;
    await store.steps.ingest(project, [stepOf("next", clock.now), stepOf("ahead", start + 900 * day)]);
    await store.steps.ingest(project, [{ ...stepOf("old", clock.now), input: "more" }]);
    expect(await payloads(tests(), "days")).toEqual({
      [dayOfPartition(0)]: 1,
      [dayOfPartition(1)]: 1,
      step_payloads_rest: 2,
    });
    expect(await outputsOf(store, ["old", "before", "next", "ahead"])).toEqual([
      "of old",
      "of before",
      "of next",
      "of ahead",
    ]);
    expect(await partitions(tests(), "days")).toEqual([
      ...[-2, -1, 0, 1, 2, 3].map(dayOfPartition),
      "step_payloads_rest",
    ]);

    clock.now = start + 8 * day;
    await store.expire();
    // The earlier partitions and the partitions of the next days exist.
    expect(await partitions(tests(), "days")).toEqual([
      ...[1, 2, 3, 6, 7, 8, 9, 10, 11].map(dayOfPartition).toSorted(),
      "step_payloads_rest",
    ]);
    expect(await payloads(tests(), "days")).toEqual({ [dayOfPartition(1)]: 1, step_payloads_rest: 1 });
    expect(await outputsOf(store, ["old", "before", "next", "ahead"])).toEqual([null, null, "of next", "of ahead"]);
  });

  test("a partition with open reads is dropped later, without blocking writers", async () => {
    const clock = { now: start };
    const [store] = await openReplicas(tests(), "read", [clock]);
    if (store === undefined) throw new Error("There is a store.");
    await store.steps.ingest(project, [stepOf("old", start)]);
    const reader = new Client({ connectionString: tests().server.url("read") });
    await reader.connect();
    onTestFinished(() => reader.end());
    await reader.query("BEGIN; SELECT count(*) FROM step_payloads");
    clock.now = start + 8 * day;
    const expired = store.expire();
    await expect.poll(() => outputsOf(store, ["old"])).toEqual([null]);
    for (let index = 0; index < 20; index += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await store.steps.ingest(project, [stepOf(`new ${index}`, clock.now)]);
    }
    expect(await outputsOf(store, ["old", "new 19"])).toEqual([null, "of new 19"]);
    expect(await partitions(tests(), "read")).toContain(dayOfPartition(0));
    await reader.query("COMMIT");
    await expired;
    expect(await partitions(tests(), "read")).not.toContain(dayOfPartition(0));
  });

  test("a replica that is unaware of a drop, or has a late clock, stores all records", async () => {
    const [ahead, late] = [{ now: start }, { now: start }];
    const [one, other] = await openReplicas(tests(), "late", [ahead, late]);
    if (one === undefined || other === undefined) throw new Error("There are two stores.");
    await one.steps.ingest(project, [stepOf("old", start)]);
    ahead.now = start + 8 * day;
    await one.expire();
    expect(await other.steps.ingest(project, [stepOf("late", start), stepOf("old", start)])).toEqual([
      "stored",
      "deleted",
    ]);
    await other.steps.ingest(project, [{ id: "late", createdAt: start, input: "in" }]);
    expect(await one.steps.getMany(project, ["late"])).toMatchObject([{ input: "in", output: "of late" }]);
    await one.expire();
    expect(await outputsOf(other, ["late"])).toEqual([null]);
    expect(await payloads(tests(), "late")).toEqual({});
  });

  test("a step that moves in time moves its payload to the new partition, and keeps it when others are dropped", async () => {
    const clock = { now: start };
    const [store] = await openReplicas(tests(), "moved_times", [clock]);
    if (store === undefined) throw new Error("One was opened.");
    await store.steps.ingest(project, [stepOf("moved", start), stepOf("stays", start)]);
    expect(await payloads(tests(), "moved_times")).toEqual({ [dayOfPartition(0)]: 2 });
    await store.steps.ingest(project, [{ id: "moved", createdAt: start, startTime: start + day }]);
    expect(await payloads(tests(), "moved_times")).toEqual({ [dayOfPartition(0)]: 1, [dayOfPartition(1)]: 1 });
    clock.now = start + 8 * day;
    await store.expire();
    expect(await outputsOf(store, ["moved", "stays"])).toEqual(["of moved", null]);
    await store.steps.ingest(project, [
      { id: "moved", createdAt: start, startTime: start + 400 * day, tags: ["late"] },
    ]);
    expect(await payloads(tests(), "moved_times")).toEqual({ step_payloads_rest: 1 });
    expect(await outputsOf(store, ["moved"])).toEqual(["of moved"]);
  });

  const ofFirstDay = { field: "createdAt", operator: "lt", value: start + day } as const;
  const page = (store: Store, ...filters: Filter[]): Promise<unknown> =>
    store.steps.list(project, { first: 20, filters: [ofFirstDay, ...filters] });
  const reads: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
    "steps by their ids": (store) => store.steps.getMany(project, ["0-0", "0-19"]),
    "a page of steps": (store) => page(store),
    "a page of steps by metadata": (store) =>
      page(store, { field: "metadata", operator: "eq", value: "a", path: "kind" }),
    "a page of steps with a text": (store) => page(store, { field: "content", operator: "ilike", value: "of 0-1" }),
    "the steps of a thread": (store) => page(store, { field: "threadId", operator: "eq", value: "thread 0" }),
    "the content of a thread": (store) => store.steps.endsOfThreads(project, ["thread 0"]),
  };
  test("reads of a day scan the payloads of that day only", async () => {
    const database = "pruned";
    const url = await tests().server.createDatabase(database);
    const store = await openWithProjects(() => openPostgresStore({ url, retentionDays: 7, now: () => start }));
    for (const days of [0, 1, 2]) {
      const steps = Array.from({ length: 20 }, (_, index) => ({
        ...stepOf(`${days}-${index}`, start + days * day),
        threadId: `thread ${days}`,
        metadata: { kind: "a" },
      }));
      // oxlint-disable-next-line no-await-in-loop -- one day after the other
      await store.steps.ingest(project, steps);
    }
    await store.analytics.settle();
    await store.close();
    for (const [what, read] of Object.entries(reads)) {
      // oxlint-disable-next-line no-await-in-loop -- the scans are counted for each read
      const partitionReads = await countReads(tests(), { database, now: () => start, read });
      const scanned = partitionReads.filter(({ scans }) => scans > 0).map(({ name }) => name);
      expect({ what, partitions: scanned }).toEqual({ what, partitions: [dayOfPartition(0)] });
    }
  });
});
