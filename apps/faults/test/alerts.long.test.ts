import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPostgres } from "../../../packages/server/test/postgres/postgres-programs.ts";
import { needs } from "../../../packages/server/test/requirements.ts";
import { killAlerts } from "../src/alert-kills.ts";
import { type FaultPostgres, startFaultPostgres } from "../src/fault-postgres.ts";

const timeout = 300_000;

describe("PostgreSQL", needs("postgresql", findPostgres() !== null), () => {
  let postgres: FaultPostgres;
  beforeAll(async () => {
    postgres = await startFaultPostgres();
  }, timeout);
  afterAll(() => postgres.stop());

  test("two servers of which one is killed again and again notify once of each change", { timeout }, async () => {
    const report = await killAlerts({ postgres, alerts: 4, kills: 3, from: "sources" });
    expect(report).toMatchObject({ missed: [], doubled: [] });
    expect(report.changes).toBeGreaterThanOrEqual(4);
  });
});
