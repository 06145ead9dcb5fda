import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { onTestFinished, test } from "vitest";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import { describePostgres } from "../postgres/describe-postgres.ts";
import { before, expectUpgraded, now, removed, returned, returnPostgres, seed } from "./scores-of-experiments.ts";

test("an upgraded file excludes scores of experiment items that earlier versions counted", async () => {
  const folder = await mkdtemp(join(tmpdir(), "threadline-upgrade-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "threadline.db");
  await seed(await openWithProjects(() => openSqliteStore({ path, now: () => now })));
  const file = new DatabaseSync(path);
  file.exec(`${returned}; ${removed}; PRAGMA user_version = ${before}`);
  file.close();
  await expectUpgraded(await openSqliteStore({ path, now: () => now }));
});

describePostgres("an upgraded database", (tests) => {
  test("excludes scores of experiment items that earlier versions counted", async () => {
    const url = await tests().server.createDatabase("scores_of_experiments");
    await seed(await openWithProjects(() => openPostgresStore({ url, now: () => now })));
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    for (const statement of returnPostgres) await client.query(statement); // oxlint-disable-line no-await-in-loop
    await expectUpgraded(await openPostgresStore({ url, now: () => now }));
  });
});
