import { expect, test } from "vitest";
import { backUpFolder, copyFileAlone } from "../src/backup.ts";

const timeout = 300_000;

test("a backup under load is consistent, and has everything acknowledged before it started", { timeout }, async () => {
  const { findings, ...report } = await backUpFolder({ from: "sources", runs: 1 });
  expect(findings).toMatchObject({ lost: [], duplicates: [], strangers: [], misplaced: [] });
  expect(report).toEqual({ runs: 1, gaps: [], lostFiles: 0, files: 1, differences: [] });
});

test("planted bug: a copy of only the database file is caught", { timeout }, async () => {
  const { findings } = await copyFileAlone({ from: "sources", runs: 1 });
  expect(findings.lost).not.toEqual([]);
});
