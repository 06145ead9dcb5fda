import { describe, onTestFinished, test } from "vitest";
import { openWithProjects } from "../../src/store/conformance/open-store.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { citusUrl, openCitus } from "../postgres/citus-cluster.ts";
import { needs } from "../requirements.ts";
import { expectUpgraded, now, returnPostgres, seed } from "./scores-of-experiments.ts";

describe("an upgraded database on Citus", needs("a Citus cluster", citusUrl !== undefined), () => {
  test("excludes scores of experiment items that earlier versions counted", async () => {
    const cluster = await openCitus(citusUrl ?? "");
    onTestFinished(() => cluster.close());
    await seed(await openWithProjects(() => cluster.openFresh({ now: () => now })));
    for (const statement of returnPostgres) await cluster.administer(statement); // oxlint-disable-line no-await-in-loop
    await expectUpgraded(await openPostgresStore({ url: cluster.url, now: () => now }));
  });
});
