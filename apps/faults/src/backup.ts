import { execFile } from "node:child_process";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { findPostgresClient } from "../../../packages/server/test/postgres/postgres-programs.ts";
import { Client } from "./client.ts";
import { compareDerived } from "./derived.ts";
import type { FaultPostgres } from "./fault-postgres.ts";
import { addFindings, type Findings, History, nothingFound, type StoredStep } from "./history.ts";
import { Load } from "./load.ts";
import { serverCommand, type ServerOptions, startServer } from "./server-process.ts";
import { withFolder } from "./with-folder.ts";

const execute = promisify(execFile);

export interface BackupReport {
  readonly runs: number;
  /** Result of comparing each copy with the records that were acknowledged before its backup started. */
  readonly findings: Findings;
  /** Inconsistencies of a copy: steps that are in the copy although an earlier step of the same client is missing. */
  readonly gaps: readonly string[];
  /** Number of uploads that were acknowledged before a backup, and are incomplete or missing in the copy. */
  readonly lostFiles: number;
  readonly files: number;
  /**
   * Wrong values in the derived data of the copies, such as indexes and sums. The correct values are computed from the
   * records.
   */
  readonly differences: readonly string[];
}

type Options = Pick<ServerOptions, "from"> & { readonly runs: number };

interface Source {
  readonly server: Pick<ServerOptions, "dataDir" | "databaseUrl">;
  readonly copy: (run: number) => Promise<Pick<ServerOptions, "dataDir" | "databaseUrl">>;
}

/** Runs `threadline backup` on the data folder of a running service. */
export function backUpFolder(options: Options): Promise<BackupReport> {
  return withFolder((folder) => {
    const dataDir = join(folder, "data");
    const copy = async (run: number) => {
      const target = join(folder, `copy-${run}`);
      await execute(process.execPath, [...serverCommand(options), "backup", target, "--data-dir", dataDir]);
      return { dataDir: target };
    };
    return backUp(options, { server: { dataDir }, copy });
  });
}

/** Planted bug: copies the database file without its log. */
export function copyFileAlone(options: Options): Promise<BackupReport> {
  return withFolder((folder) => {
    const dataDir = join(folder, "data");
    const copy = async (run: number) => {
      const target = join(folder, `copy-${run}`);
      await mkdir(target);
      await copyFile(join(dataDir, "threadline.db"), join(target, "threadline.db"));
      return { dataDir: target };
    };
    return backUp(options, { server: { dataDir }, copy });
  });
}

/** Runs `pg_dump`, and then copies the folder of files, as docs/operations.md describes. */
export function dumpDatabase({
  postgres,
  ...options
}: Options & { readonly postgres: FaultPostgres }): Promise<BackupReport> {
  return withFolder(async (folder) => {
    const dataDir = join(folder, "data");
    const databaseUrl = await postgres.createDatabase();
    const bin = findPostgresClient() ?? "";
    const copy = async (run: number) => {
      const target = join(folder, `copy-${run}`);
      const dump = join(folder, `dump-${run}`);
      await execute(join(bin, "pg_dump"), ["--format=custom", `--file=${dump}`, asSuperuser(databaseUrl)]);
      await execute("cp", ["-r", dataDir, target]);
      const restored = await postgres.createDatabase();
      const restore = ["--no-owner", "--role=threadline", `--dbname=${asSuperuser(restored)}`, dump];
      await execute(join(bin, "pg_restore"), restore);
      return { dataDir: target, databaseUrl: restored };
    };
    return backUp(options, { server: { dataDir, databaseUrl }, copy });
  });
}

/**
 * Returns the URL with the superuser as user, because only a superuser can read all rows. Row-level security hides rows
 * even from the owner of the tables.
 */
function asSuperuser(url: string): string {
  return url.replace("threadline@", "postgres@");
}

async function backUp({ from, runs }: Options, { server: place, copy }: Source): Promise<BackupReport> {
  const server = await startServer({ from, ...place });
  const client = new Client(server.url);
  const history = new History();
  const uploads: { readonly id: string; readonly content: Buffer }[] = [];
  let batches = 0;
  const load = new Load({ client, history, rest: 5, onAcknowledged: () => (batches += 1) });
  let report: BackupReport = { runs, findings: nothingFound, gaps: [], lostFiles: 0, files: 0, differences: [] };
  load.start();
  try {
    for (let run = 1; run <= runs; run += 1) {
      // oxlint-disable no-await-in-loop -- one backup after the other
      const before = batches;
      while (batches < before + 20) await pause(5);
      uploads.push(await upload(client, uploads.length));
      const known = history.copy();
      const restored = await copy(run);
      // Stops writing, because only records that were acknowledged before the backup are compared.
      await load.stop();
      known.allow(history);
      const { steps, lostFiles } = await readCopy({ from, ...restored }, uploads);
      const findings = known.compare(steps);
      const differences = restored.databaseUrl === undefined ? await compareDerived(restored.dataDir) : [];
      report = {
        runs,
        findings: addFindings(report.findings, findings),
        gaps: [...report.gaps, ...history.gaps(steps)],
        lostFiles: report.lostFiles + lostFiles,
        files: report.files + uploads.length,
        differences: [...report.differences, ...differences],
      };
      load.start();
      // oxlint-enable no-await-in-loop
    }
    return report;
  } finally {
    await load.stop();
    client.close();
    await server.stop("SIGKILL");
  }
}

async function readCopy(
  options: ServerOptions,
  uploads: readonly { readonly id: string; readonly content: Buffer }[],
): Promise<{ readonly steps: readonly StoredStep[]; readonly lostFiles: number }> {
  const server = await startServer(options);
  const client = new Client(server.url);
  try {
    const steps = await client.readSteps();
    let lostFiles = 0;
    for (const { id, content } of uploads) {
      // oxlint-disable-next-line no-await-in-loop -- few files
      if (!(await readFile(client, id))?.equals(content)) lostFiles += 1;
    }
    return { steps, lostFiles };
  } finally {
    client.close();
    await server.stop();
  }
}

async function upload(client: Client, index: number): Promise<{ readonly id: string; readonly content: Buffer }> {
  const content = Buffer.alloc(50_000, `file ${index} `);
  const request = { fileName: `${index}.txt`, contentType: "text/plain", uploadType: "raw" };
  const signed = await client.post("/api/upload/file", JSON.stringify(request));
  const { put } = JSON.parse(signed.text) as { put: { url: string; fields: { key: string } } }; // response format of the route
  const { status } = await client.put(put.url, content, "text/plain");
  const { body } = await client.execute(
    `mutation ($key: String!) { createAttachment(stepId: "step-1", name: "a", mime: "text/plain", objectKey: $key) { id } }`,
    { key: put.fields.key },
  );
  const attachment = body.data?.["createAttachment"] as { id: string } | null | undefined; // the document selects this field
  if (status !== 204 || !attachment)
    throw new Error(`The upload was rejected: ${status} ${JSON.stringify(body.errors)}`);
  return { id: attachment.id, content };
}

async function readFile(client: Client, id: string): Promise<Buffer | null> {
  const { body } = await client.execute("query ($id: String!) { attachment(id: $id) { url } }", { id });
  const url = (body.data?.["attachment"] as { url: string } | null | undefined)?.url; // the document selects this field
  if (url === undefined) return null;
  const response = await fetch(url);
  return response.ok ? Buffer.from(await response.arrayBuffer()) : null;
}
