import { expect, test } from "vitest";
import { killServers } from "../src/kill.ts";

const timeout = 300_000;

test(
  "a service that is killed under load keeps acknowledged records once, with correct derived data",
  async () => {
    const { findings, differences } = await killServers({ runs: 3, from: "sources" });
    expect(findings.acknowledged).toBeGreaterThan(0);
    expect(findings).toMatchObject({ lost: [], duplicates: [], strangers: [], misplaced: [] });
    expect(differences).toEqual([]);
  },
  timeout,
);

test(
  "a service that is killed while OpenTelemetry exporters send to it keeps what it acknowledged",
  { timeout },
  async () => {
    const { findings, differences } = await killServers({ runs: 3, from: "sources", protocol: "otlp" });
    expect(findings.acknowledged).toBeGreaterThan(0);
    expect(findings).toMatchObject({ lost: [], duplicates: [], strangers: [], misplaced: [] });
    expect(differences).toEqual([]);
  },
);

test("planted bug: a service that acknowledges before the commit is caught", { timeout }, async () => {
  // A kill directly after a commit loses nothing. So the test kills servers until records are lost.
  let lost: readonly string[] = [];
  for (let tries = 0; tries < 10 && lost.length === 0; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one kill after the other
    ({ lost } = (await killServers({ runs: 1, from: "sources", plants: ["acknowledge-before-commit"] })).findings);
  }
  expect(lost).not.toEqual([]);
});

test(
  "planted bug: records resent under new ids are caught as duplicates",
  async () => {
    // A kill causes no duplicates if no response was in transit. So the test kills servers until records are
    // duplicated.
    let duplicates: readonly string[] = [];
    for (let tries = 0; tries < 10 && duplicates.length === 0; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      ({ duplicates } = (await killServers({ runs: 2, from: "sources", forgetsIds: true })).findings);
    }
    expect(duplicates).not.toEqual([]);
  },
  timeout,
);
