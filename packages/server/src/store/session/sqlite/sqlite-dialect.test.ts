import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createTable } from "../../schema/create-table.ts";
import { users } from "../../schema/recorded.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";

test("records are found by their keys, not by reading all of their project", () => {
  const database = new DatabaseSync(":memory:");
  for (const statement of createTable(users, "sqlite")) database.exec(statement);
  const { sql } = sqliteDialect.db
    .selectFrom("users")
    .select("id")
    .where(sqliteDialect.isKeyed(1, [1, 2]))
    .compile();
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(1, "[1,2]");
  expect(plan.map(({ detail }) => detail)).toContain("SEARCH users USING INTEGER PRIMARY KEY (rowid=?)");
  database.close();
});
