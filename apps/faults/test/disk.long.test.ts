import { expect, test } from "vitest";
import { fillDisk, injectFailures, runUntilEnd } from "../src/faulty-disk.ts";
import { needs } from "../../../packages/server/test/requirements.ts";
import { canMount } from "../src/small-disk.ts";

const timeout = 300_000;
const from = "sources";
const noFindings = { lost: [], duplicates: [], strangers: [], misplaced: [] };

test(
  "a service with a full disk rejects writes with 503, serves reads, and accepts writes once there is space",
  { timeout, ...needs("the right to mount", canMount()) },
  async () => {
    const { findings, refusals, ...report } = await fillDisk({ from });
    expect(findings).toMatchObject(noFindings);
    expect(new Set(refusals)).toEqual(new Set(["503 UNAVAILABLE: The service's disk is full; try again later"]));
    expect(report).toEqual({ readable: true, upload: 503, recovered: true, ended: null, damages: [] });
  },
);

test(
  "a disk that fails to sync ends the service with a message, and nothing acknowledged is lost",
  { timeout, ...needs("strace") },
  async () => {
    const { findings, ended } = await injectFailures({ calls: "fsync,fdatasync", error: "EIO", when: "45+" }, { from });
    expect(findings).toMatchObject(noFindings);
    expect(findings.acknowledged).toBeGreaterThan(0);
    expect(ended).toEqual({
      code: 1,
      words: expect.stringContaining("The service's disk failed while data was written"),
    });
  },
);

test("a checkpoint that fails to sync ends the service too", { timeout, ...needs("strace") }, async () => {
  const injection = { calls: "fsync,fdatasync", error: "EIO", when: "1+", onDatabase: true } as const;
  const { findings, ended } = await injectFailures(injection, { from, plants: ["early-checkpoints"] });
  expect(findings).toMatchObject(noFindings);
  expect(findings.acknowledged).toBeGreaterThan(0);
  expect(ended).toEqual({
    code: 1,
    words: expect.stringContaining("The service's disk failed while data was written"),
  });
});

test(
  "planted bug: automatic checkpoints of SQLite, which hide their failures, are caught",
  { timeout, ...needs("strace") },
  async () => {
    const injection = { calls: "fsync,fdatasync", error: "EIO", when: "1+", onDatabase: true } as const;
    const { ended, failedCalls } = await injectFailures(injection, { from, plants: ["automatic-checkpoints"] });
    expect(failedCalls).toBeGreaterThan(0);
    expect(ended).toBeNull();
  },
);

test("a dying writer thread stops the service with a message, and no request hangs", { timeout }, async () => {
  const { findings, ended } = await runUntilEnd({ from, plants: ["uncaught-in-writer"] });
  expect(findings).toMatchObject(noFindings);
  expect(findings.acknowledged).toBeGreaterThan(0);
  expect(ended).toEqual({ code: 1, words: expect.stringContaining("planted error in the writing thread") });
});

test("planted bug: a failed commit that is acknowledged is caught", { timeout, ...needs("strace") }, async () => {
  const injection = { calls: "pwrite64", error: "EIO", when: "1500+7" } as const;
  const { findings } = await injectFailures(injection, { from, plants: ["ignored-failures"] });
  expect(findings.lost).not.toEqual([]);
});
