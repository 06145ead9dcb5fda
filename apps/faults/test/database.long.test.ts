import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findPostgres } from "../../../packages/server/test/postgres/postgres-programs.ts";
import { needs } from "../../../packages/server/test/requirements.ts";
import { restartWithoutSync, restartDatabase } from "../src/database-faults.ts";
import { type FaultPostgres, startFaultPostgres } from "../src/fault-postgres.ts";
import { killServers } from "../src/kill.ts";

const timeout = 300_000;

describe("PostgreSQL", needs("postgresql", findPostgres() !== null), () => {
  let postgres: FaultPostgres;
  beforeAll(async () => {
    postgres = await startFaultPostgres();
  }, timeout);
  afterAll(() => postgres.stop());

  test("a killed service stores each acknowledged record exactly once", { timeout }, async () => {
    const createDatabase = (): Promise<string> => postgres.createDatabase();
    const { findings } = await killServers({ runs: 2, from: "sources", createDatabase });
    expect(findings).toMatchObject({ lost: [], duplicates: [], strangers: [], misplaced: [] });
    expect(findings.acknowledged).toBeGreaterThan(0);
  });

  test("a stopped or killed database results in 503, and nothing acknowledged is lost", { timeout }, async () => {
    const { findings, refusals, connections } = await restartDatabase({ postgres, from: "sources", runs: 2 });
    expect(findings).toMatchObject({ lost: [], duplicates: [], strangers: [], misplaced: [] });
    expect([...refusals.keys()]).toEqual(["503: The database does not respond; try again later"]);
    expect(connections).toBeLessThanOrEqual(11);
  });

  test("planted bug: a database that answers commits from memory is caught", { timeout }, async () => {
    // A kill loses nothing if the database has just written its log to disk. So the test kills it until records are
    // lost.
    let lost: readonly string[] = [];
    for (let tries = 0; tries < 5 && lost.length === 0; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one kill after the other
      ({ lost } = (await restartWithoutSync({ postgres, from: "sources", runs: 2 })).findings);
    }
    expect(lost).not.toEqual([]);
  });
});
