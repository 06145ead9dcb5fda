import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import { migrations } from "../../src/store/sqlite/schema.ts";
import { makeEarlierFormat, readUpgraded } from "./earlier-format.ts";

async function makeFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-earlier-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "threadline.db");
}

function ask(path: string, sql: string): unknown {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    return file.prepare(sql).all();
  } finally {
    file.close();
  }
}

const formats = migrations.slice(1).map((_, index) => index + 1);
const tables = "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name";

test.for(formats)("a database of step %i is brought to the newest with every record", async (format) => {
  const path = await makeFile();
  const records = await makeEarlierFormat(path, { format, steps: 100 });
  expect(ask(path, "PRAGMA user_version")).toEqual([{ user_version: format }]);
  expect(await readUpgraded(path)).toEqual(records);

  const store = await openSqliteStore({ path });
  await expect.poll(() => store.backlog(), { timeout: 60_000 }).toEqual({ search: 0, sums: 0, costs: 0 });
  const search = { field: "input", operator: "ilike", value: "order42x" } as const;
  const found = await store.steps.list("early", { first: 10, filters: [search] });
  const named = { field: "metadata", operator: "eq", path: "plan", value: "pro" } as const;
  expect({
    found: found.edges.map(({ node }) => node.id),
    named: await store.steps.count("early", { filters: [named] }),
    cost: found.edges[0]?.node.generation?.cost,
  }).toEqual({ found: ["step 42"], named: 50, cost: expect.closeTo(0.000155) });
  await store.close();
});

test.for(formats)("the tables of step %i become those of a new database", async (format) => {
  const [path, fresh] = [await makeFile(), await makeFile()];
  await makeEarlierFormat(path, { format, steps: 1 });
  await readUpgraded(path);
  await (await openSqliteStore({ path: fresh })).close();
  expect(ask(path, tables)).toEqual(ask(fresh, tables));
});
