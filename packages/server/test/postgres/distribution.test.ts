import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "libpg-query";
import { Client } from "pg";
import { expect, test } from "vitest";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { describePostgres } from "./describe-postgres.ts";
import { readTables } from "./read-tables.ts";

const script = await readFile(join(import.meta.dirname, "../../citus.sql"), "utf8");

/** Distributed tables without row-level security: the service reads them across projects, to find its work. */
const acrossProjects = ["evaluation_arrivals", "rollup_marks"];

/** Returns the tables to which `citus.sql` applies a function. */
function tablesOf(call: string): string[] {
  return [...script.matchAll(new RegExp(String.raw`^SELECT ${call}\('(\w+)'.*$`, "gm"))].map(([, table = ""]) => table);
}

describePostgres("the script for Citus", (tests) => {
  test("distributes the tables of projects, colocated, and replicates the others, except jobs", async () => {
    const tables = await readTables((sql) => tests().server.administer(sql, "migrated"));
    const named = (isSecured: boolean): string[] =>
      tables.filter((table) => table.isSecured === isSecured).map(({ name }) => name);
    const distributedTables = tablesOf("create_distributed_table");
    expect(distributedTables.toSorted()).toEqual([...named(true), ...acrossProjects].toSorted());
    const copied = named(false).filter((name) => name !== "jobs" && !acrossProjects.includes(name));
    expect(tablesOf("create_reference_table").toSorted()).toEqual(copied);
    const distributed = script.split("\n").filter((line) => line.includes("create_distributed_table"));
    expect(distributed.slice(1).filter((line) => !line.endsWith("'project_id', colocate_with => 'users');"))).toEqual(
      [],
    );
    expect(distributed[0]).toContain("('users', 'project_id')");
  });

  test("finds no keys and triggers that distributed tables do not support", async () => {
    const tables = await readTables((sql) => tests().server.administer(sql, "migrated"));
    const secured = tables.filter(({ isSecured }) => isSecured);
    expect(secured.length).toBeGreaterThan(20);
    expect(secured.filter(({ otherKeys, triggers }) => otherKeys + triggers > 0)).toEqual([]);
  });

  test("finds a primary key in every table, without which Citus moves no shard while clients write", async () => {
    const tables = await readTables((sql) => tests().server.administer(sql, "migrated"));
    expect(tables.filter(({ hasPrimaryKey }) => !hasPrimaryKey)).toEqual([]);
  });

  test("finds partitions whose range is a CHECK too, so that a split of a shard reads no rows to attach them", async () => {
    // Attaches the partitions again. PostgreSQL reports whether it could skip the scan: "updated partition constraint
    // is implied by existing constraints".
    const { server } = tests();
    const url = await server.createDatabase("attached");
    await (await openPostgresStore({ url, retentionDays: 7 })).close();
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const notices: string[] = [];
      client.on("notice", ({ message }) => notices.push(message ?? ""));
      const { rows } = await client.query<{ table: string; partition: string; range: string }>(`
        SELECT inhparent::regclass::text AS table, inhrelid::regclass::text AS partition,
          pg_get_expr(relpartbound, inhrelid) AS range
        FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE relkind = 'r'`);
      expect(rows.length).toBeGreaterThan(10);
      await client.query("SET client_min_messages = debug1");
      for (const { table, partition, range } of rows) {
        // oxlint-disable no-await-in-loop -- one after the other
        await client.query(`ALTER TABLE ${table} DETACH PARTITION ${partition}`);
        await client.query(`ALTER TABLE ${table} ATTACH PARTITION ${partition} ${range}`);
        // oxlint-enable no-await-in-loop
      }
      expect(notices.filter((notice) => notice.includes("implied by existing constraints"))).toHaveLength(rows.length);
    } finally {
      await client.end();
    }
  });

  test("is valid SQL", async () => {
    const { stmts = [] } = await parse(script);
    expect(stmts.length).toBe(
      1 + tablesOf("create_distributed_table").length + tablesOf("create_reference_table").length,
    );
  });
});
