import { backUpFolder, type BackupReport, copyFileAlone, dumpDatabase } from "../backup.ts";
import { findingsRow, plantedRow, type Row } from "../report.ts";
import type { Suite } from "./suite.ts";

/** Makes backups while clients write, and starts services on the copies. */
export const backupSuite: Suite = {
  defaultRuns: 20,
  async run({ runs, tell, postgres }) {
    const from = "build";
    tell(`${runs} backups of a data folder`);
    const folder = await backUpFolder({ from, runs });
    tell(`${Math.ceil(runs / 4)} dumps of PostgreSQL`);
    const dump = await dumpDatabase({ from, runs: Math.ceil(runs / 4), postgres: await postgres() });
    const careless = await copyFileAlone({ from, runs: 2 });
    const { lost } = careless.findings;
    return [
      describeRun(`\`threadline backup\` under load, ${folder.runs} times`, folder),
      describeRun(`\`pg_dump\` and a copy of the files under load, ${dump.runs} times`, dump),
      plantedRow("a copy of only the database file", `${lost.length} lost`, lost.length > 0),
    ];
  },
};

function describeRun(what: string, { findings, gaps, lostFiles, files, differences }: BackupReport): Row {
  const row = findingsRow(what, findings);
  return {
    what,
    seen: `${row.seen}; ${gaps.length} stored although an earlier step is missing; ${lostFiles} of ${files} files lost; ${differences.join(", ") || "no"} sums or indexes that differ from a recount`,
    holds: row.holds && gaps.length + lostFiles + differences.length === 0,
  };
}
