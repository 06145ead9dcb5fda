import { afterAll, beforeAll, expect, test } from "vitest";
import type { Filter } from "../../list.ts";
import type { Store } from "../../store.ts";
import { openSqliteStore } from "../../sqlite/open-sqlite-store.ts";

const size = 10_600;
let store: Store;
beforeAll(async () => {
  store = await openSqliteStore({ path: ":memory:" });
  await store.projects.create({ id: "p", name: "p", createdAt: 1 });
  await store.projects.create({ id: "other", name: "other", createdAt: 1 });
  const steps = Array.from({ length: size }, (_, index) => ({
    id: `${index}`,
    createdAt: 1 + index,
    output: `common ${index < 300 ? "old" : index % 2 === 0 ? "even" : "odd"}`,
    metadata: { plan: index % 3 === 0 ? "free" : "paid", release: `1.${index % 7}` },
  }));
  for (let from = 0; from < size; from += 500) await store.steps.ingest("p", steps.slice(from, from + 500));
  await store.steps.ingest("other", steps.slice(0, 400));
});
afterAll(() => store.close());

const text = (value: string): Filter => ({ field: "content", operator: "ilike", value });
const metadata = (operator: "eq" | "neq" | "ilike", path: string, value: string): Filter => {
  return { field: "metadata", operator, path, value };
};

test.each<[string, Filter, number, boolean]>([
  ["a text of half of the steps", text("even"), (size - 300) / 2, false],
  ["a text of the oldest", text("COMMON old"), 300, true],
  ["a text of none", text("common nothing"), 0, false],
  ["a value", metadata("eq", "plan", "free"), Math.ceil(size / 3), true],
  ["other values", metadata("neq", "plan", "free"), size - Math.ceil(size / 3), false],
  ["a part of a value", metadata("ilike", "release", "1.6"), Math.floor(size / 7), false],
])("up to 10,000 steps are counted exactly: %s", async (_what, filter, expected, holdsOldest) => {
  expect(await store.steps.count("p", { filters: [filter] })).toBe(expected);
  const exceptOldest: Filter = { field: "createdAt", operator: "gt", value: 1 };
  expect(await store.steps.count("p", { filters: [filter, exceptOldest] })).toBe(expected - (holdsOldest ? 1 : 0));
});

test.each<[string, Filter, number]>([
  ["a text of all", text("common"), size],
  ["unknown value", metadata("neq", "plan", "none"), size],
])("larger counts are estimated from a sample: %s", async (_what, filter, expected) => {
  const count = await store.steps.count("p", { filters: [filter] });
  expect(Math.abs(count - expected)).toBeLessThanOrEqual(expected / 50);
});
