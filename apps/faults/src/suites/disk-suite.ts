import { type DiskReport, fillDisk, injectFailures, runUntilEnd, startOnReadOnlyDisk } from "../faulty-disk.ts";
import { findingsRow, isClean, plantedRow, type Row } from "../report.ts";
import type { Suite } from "./suite.ts";

const from = "build";

/** Runs the service on full, failing and read-only disks. */
export const diskSuite: Suite = {
  defaultRuns: 10,
  async run({ runs, tell, startTime }) {
    const rows: Row[] = [];
    const hasTime = startTime();
    for (let run = 1; run <= runs && (run === 1 || hasTime()); run += 1) {
      // oxlint-disable no-await-in-loop -- one disk after the other
      tell(`full disk, ${run} of ${runs}`);
      const full = await fillDisk({ from });
      const isReported = full.refusals.every((refusal) => refusal.startsWith("503 UNAVAILABLE"));
      rows.push({
        ...describeRun("disk full, then space again", full),
        holds: isKept(full) && full.readable && full.recovered === true && isReported,
      });
      tell(`failing writes, ${run} of ${runs}`);
      for (const error of ["EIO", "EROFS"] as const) {
        const first = 2_000 + run * 50;
        const failing = await injectFailures({ calls: "pwrite64", error, when: `${first}..${first + 100}` }, { from });
        rows.push({
          ...describeRun(`writes fail with ${error} for a while`, failing),
          holds: isKept(failing) && failing.readable && failing.recovered === true,
        });
      }
      tell(`failing syncs, ${run} of ${runs}`);
      const unsynced = await injectFailures(
        { calls: "fsync,fdatasync", error: "EIO", when: `${40 + run * 3}+` },
        { from },
      );
      rows.push({
        ...describeRun("syncs fail with EIO", unsynced),
        holds: isKept(unsynced) && unsynced.ended?.code === 1,
      });
      const checkpoint = await injectFailures(
        { calls: "fsync,fdatasync", error: "EIO", when: `${1 + (run % 3)}+`, onDatabase: true },
        { from, plants: ["early-checkpoints"] },
      );
      rows.push({
        ...describeRun("syncs of checkpoints fail with EIO", checkpoint),
        holds: isKept(checkpoint) && checkpoint.ended?.code === 1,
      });
      const thread = await runUntilEnd({ from, plants: ["uncaught-in-writer"] });
      rows.push({
        ...describeRun("the writing thread throws", thread),
        holds: isKept(thread) && thread.ended?.code === 1,
      });
      // oxlint-enable no-await-in-loop
    }
    const words = await startOnReadOnlyDisk({ from });
    rows.push({
      what: "start on a read-only disk",
      seen: words.split("\n").at(-1) ?? "",
      holds: words.includes("cannot be opened for writing"),
    });
    const planted = await injectFailures(
      { calls: "pwrite64", error: "EIO", when: "2500+7" },
      { from, plants: ["ignored-failures"] },
    );
    const { lost } = planted.findings;
    rows.push(plantedRow("a failed commit is acknowledged", `${lost.length} lost`, lost.length > 0));
    const hidden = await injectFailures(
      { calls: "fsync,fdatasync", error: "EIO", when: "1+", onDatabase: true },
      { from, plants: ["automatic-checkpoints"] },
    );
    const isHidden = hidden.failedCalls > 0 && hidden.ended === null;
    rows.push(
      plantedRow(
        "automatic checkpoints of SQLite, which hide their failures",
        `${hidden.failedCalls} syncs failed; ${hidden.ended === null ? "it continues to acknowledge" : "it ended"}`,
        isHidden,
      ),
    );
    return merge(rows);
  },
};

function isKept({ findings, damages }: DiskReport): boolean {
  return isClean(findings) && findings.acknowledged > 0 && damages.length === 0;
}

function describeRun(what: string, { findings, refusals, ended }: DiskReport): Row {
  const reported = refusals.filter((refusal) => refusal !== "no answer").map((refusal) => `"${refusal}"`);
  const end =
    ended === null ? "the same process stores records again" : `it exits with code ${ended.code}: "${ended.words}"`;
  return {
    ...findingsRow(what, findings),
    seen: `${findingsRow(what, findings).seen}; reported: ${reported.join(", ")}; ${end}`,
  };
}

function merge(rows: readonly Row[]): Row[] {
  const merged = new Map<string, { row: Row; times: number }>();
  for (const row of rows) {
    const key = `${row.what} ${row.holds}`;
    merged.set(key, { row, times: (merged.get(key)?.times ?? 0) + 1 });
  }
  return [...merged.values()].map(({ row, times }) =>
    times === 1 ? row : { ...row, what: `${row.what} (${times} times, the last one shown)` },
  );
}
