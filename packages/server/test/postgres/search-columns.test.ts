import { expect, onTestFinished, test } from "vitest";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import { project } from "../../src/store/conformance/with-store.ts";
import type { JsonObject, JsonValue } from "../../src/json/json-value.ts";
import type { Filter, FilterOperator } from "../../src/store/list.ts";
import { Database } from "../../src/store/session/postgres/database.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { findCandidates } from "../../src/store/search/postgres/search-candidates.ts";
import { searchTermOf } from "../../src/store/search/postgres/search-terms.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import type { StepWrite } from "../../src/store/steps.ts";
import { describePostgres } from "./describe-postgres.ts";

const values: readonly JsonValue[] = [
  0,
  7,
  -2.5,
  1e21,
  "7",
  "true",
  "large",
  "Größe",
  "\ud800",
  "😀",
  true,
  false,
  null,
  [1, 2],
  { is: 7 },
  "x".repeat(300),
];
const deep = JSON.parse(`${'{"mixed":'.repeat(20)}1${"}".repeat(20)}`) as JsonObject;

function stepOf(index: number): StepWrite {
  const metadata: JsonObject = {
    size: index % 600,
    plan: index % 100 === 0 ? "large" : "small",
    customer: { number: index },
    "user.age": index % 90,
    mixed: values[index % values.length] ?? null,
    ...(index % 300 === 1 && { rare: index }),
    ...(index % 50 !== 0 && { usual: index % 3 }),
  };
  return {
    id: `step-${index}`,
    createdAt: 1_000 + index,
    metadata: index === 500 ? deep : index === 501 ? null : metadata,
  };
}

const on = (path: string, operator: FilterOperator, value: JsonValue): Filter => ({
  field: "metadata",
  path,
  operator,
  value,
});
const operands: readonly JsonValue[] = [0, 7, "7", "true", "large", "größe", true, "e", "x".repeat(300)];
const comparisons: readonly FilterOperator[] = ["eq", "neq", "gt", "gte", "lt", "lte"];
const filters: readonly Filter[] = [
  ...operands.flatMap((value) => comparisons.map((operator) => on("mixed", operator, value))),
  ...(["ilike", "nilike"] as const).flatMap((operator) =>
    ["ar", "7", "e"].map((value) => on("mixed", operator, value)),
  ),
  ...(["in", "nin"] as const).map((operator) => on("mixed", operator, ["large", "7", "true"])),
  ...["mixed", "mixed.is", "mixed.0", "usual", "rare", "nothing"].flatMap((path) => [
    on(path, "is", null),
    on(path, "nis", null),
    on(path, "gt", 0),
    on(path, "neq", 1),
  ]),
  on("mixed", "is", true),
  on("mixed", "nis", true),
  on("size", "gte", 590),
  on("size", "neq", 3),
  on("plan", "neq", "small"),
  on("plan", "nin", ["small", "large"]),
  on("user.age", "lt", 2),
  on("customer.number", "lt", 2),
];

describePostgres("columns of metadata", (tests) => {
  test("filters by size, number and negation return the same as the embedded store", async () => {
    const url = await tests().server.createDatabase("columns", "migrated");
    const store = await openWithProjects(() => openPostgresStore({ url, indexing: { minSteps: 1, restTime: 5 } }));
    const embedded = await openWithProjects(() => openSqliteStore({ path: ":memory:" }));
    onTestFinished(async () => {
      await Promise.all([store.close(), embedded.close()]);
    });
    const steps = Array.from({ length: 1_200 }, (_, index) => stepOf(index));
    await embedded.steps.ingest(project, steps);
    await store.steps.ingest(project, steps);
    for (const each of [store, embedded]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect.poll(async () => (await each.backlog()).search).toBe(0);
    }
    // Changed steps wait to be indexed again, and keep their old entries until then.
    const changed = [100, 101, 102].map((index) => ({ ...stepOf(index), metadata: { size: 599, plan: "other" } }));
    for (const each of [embedded, store]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await each.steps.ingest(project, changed);
    }

    for (const filter of filters) {
      const query = { filters: [filter] };
      // oxlint-disable-next-line no-await-in-loop -- sequential
      const [count, expected] = [await store.steps.count(project, query), await embedded.steps.count(project, query)];
      expect([filter.operator, filter.path, filter.value, count]).toEqual([
        filter.operator,
        filter.path,
        filter.value,
        expected,
      ]);
    }

    const database = new Database({
      url,
      poolSize: 1,
      statementTimeout: 10_000,
      preparedStatements: 0,
      onError: () => {},
    });
    onTestFinished(() => database.close());
    const [row] = await database.read(null, (session) =>
      session.all<{ key: number }>("SELECT key FROM projects WHERE id = ?", project),
    );
    const key = row?.key ?? 0;
    const candidates = async (filter: Filter): Promise<number | undefined> => {
      const term = searchTermOf(filter, "metadata");
      return (
        term && (await database.read(key, (session) => findCandidates(session, key, [term], async () => false)))?.length
      );
    };
    // The candidates are at most the matches, a step whose metadata are too large for the index, and the changed steps.
    expect(await candidates(on("size", "gte", 590))).toBeLessThanOrEqual(20 + 1 + 3);
    expect(await candidates(on("plan", "neq", "small"))).toBeLessThanOrEqual(12 + 2 + 3);
    expect(await candidates(on("usual", "is", null))).toBeLessThanOrEqual(24 + 2 + 3);
    expect(await candidates(on("rare", "gt", 0))).toBeLessThanOrEqual(4 + 1 + 3 + 5);
  });
});
