import { expect, test } from "vitest";
import type { Database } from "./database.ts";
import { deleteLeftOver, selectLeftOver } from "./files.ts";
import { openDatabase } from "./open-database.ts";

function planOf(database: Database, sql: string): string[] {
  return database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, null).map(({ detail }) => detail);
}

test("left-over files are found and forgotten without a look at all the others", () => {
  const database = openDatabase(":memory:");
  const steps = [selectLeftOver, ...deleteLeftOver].flatMap((sql) => planOf(database, sql));
  expect(steps.filter((step) => / files\b/.test(step))).toHaveLength(4);
  expect(steps).not.toContain("SCAN files");
  database.handle.close();
});
