import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPostgres } from "../../../packages/server/test/postgres/postgres-programs.ts";
import { needs } from "../../../packages/server/test/requirements.ts";
import { killEmbeddedMigrations } from "../src/embedded-migrations.ts";
import { type FaultPostgres, startFaultPostgres } from "../src/fault-postgres.ts";
import { killWhilePacking } from "../src/packing-kills.ts";
import { killPostgresMigrations } from "../src/postgres-migrations.ts";
import { startTogether } from "../src/start-together.ts";

const timeout = 300_000;
const from = "sources";
const plants = ["migration-in-pieces"] as const;

test(
  "a killed migration of the embedded store is completed or restarted; planted bug: a non-atomic migration is caught",
  { timeout, ...needs("strace") },
  async () => {
    const { records, writes, ...report } = await killEmbeddedMigrations({ kills: 2, steps: 200 });
    expect(records).toBeGreaterThan(200);
    expect(report).toEqual({ kills: 2, undone: expect.any(Number), failedStarts: [], changed: 0, differences: [] });
    expect(report.undone).toBeGreaterThan(0);
    const { failedStarts } = await killEmbeddedMigrations({ kills: 1, steps: 200, writes, plants });
    expect(failedStarts).not.toEqual([]);
  },
);

test(
  "a service that is killed while it packs an earlier format loses nothing and continues; planted bug: non-atomic packing is caught",
  { timeout, ...needs("strace") },
  async () => {
    const { records, halfway, ...report } = await killWhilePacking({ from, kills: 2 });
    expect(records).toBe(3_000);
    expect(report).toEqual({ kills: 2, changed: 0 });
    expect(halfway).toBeGreaterThan(0);
    expect((await killWhilePacking({ from, kills: 1, plants: ["packing-in-pieces"] })).changed).toBe(1);
  },
);

describe("PostgreSQL", needs("postgresql", findPostgres() !== null), () => {
  let postgres: FaultPostgres;
  beforeAll(async () => {
    postgres = await startFaultPostgres();
  }, timeout);
  afterAll(() => postgres.stop());

  test("a killed migration leaves no changes; planted bug: a non-atomic migration is caught", { timeout }, async () => {
    const { findings, statements, ...report } = await killPostgresMigrations({ postgres, from, kills: 1 });
    expect(report).toEqual({ kills: 1, halves: 0, failedStarts: [] });
    expect(findings).toMatchObject({ lost: [], duplicates: [], strangers: [], misplaced: [] });
    expect(findings.acknowledged).toBeGreaterThan(0);
    expect((await killPostgresMigrations({ postgres, from, kills: 1, statements, plants })).halves).toBe(1);
  });

  test("planted bug: two concurrent starts without a lock are caught", { timeout }, async () => {
    let failedStarts: readonly string[] = [];
    for (let tries = 0; tries < 10 && failedStarts.length === 0; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      ({ failedStarts } = await startTogether({ postgres, from, runs: 1, plants }));
    }
    expect(failedStarts).not.toEqual([]);
  });
});
