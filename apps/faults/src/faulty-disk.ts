import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "./client.ts";
import { checkIntegrity } from "./derived.ts";
import { type Findings, History } from "./history.ts";
import { Load, type FailedRequest } from "./load.ts";
import { type Plant, type ServerOptions, type ServerProcess, startServer } from "./server-process.ts";
import { makeSmallDisk } from "./small-disk.ts";

export interface DiskReport {
  readonly findings: Findings;
  /** Errors that SQLite's integrity check found after the fault. */
  readonly damages: readonly string[];
  /** Different rejections of requests, each with status, code and message. */
  readonly refusals: readonly string[];
  readonly readable: boolean;
  /** Status of the response to an upload during the fault. */
  readonly upload: number | null;
  /** Whether the service stored records again after the fault without a restart. Null if its process exited. */
  readonly recovered: boolean | null;
  /** Exit code and last output of the process; null if it did not exit. */
  readonly ended: { readonly code: number | null; readonly words: string } | null;
}

type Options = Pick<ServerOptions, "from" | "env"> & { readonly plants?: readonly Plant[] };

/** System calls that `strace -e inject` makes fail. Each thread counts its own calls. */
export interface Injection {
  readonly calls: "pwrite64" | "fsync,fdatasync";
  readonly error: "EIO" | "EROFS" | "ENOSPC";
  /**
   * Numbers of the calls that fail. `200+`: all from the 200th on. `200..400`: those in this range. `200+7`: every
   * seventh from the 200th on.
   */
  readonly when: string;
  /**
   * Whether only calls on the database file fail. Only checkpoints write to this file. Default: calls on all files
   * fail.
   */
  readonly onDatabase?: boolean | undefined;
}

/** Fills the disk while clients write, and then frees the space. */
export async function fillDisk(options: Options): Promise<DiskReport> {
  const disk = makeSmallDisk(48);
  try {
    return await run({ ...options, dataDir: join(disk.folder, "data") }, async (situation) => {
      const { client, acknowledged, refused } = situation;
      await acknowledged(20);
      disk.fill();
      await refused();
      const readable = await canRead(client);
      // Requests uploads until one is rejected. Earlier ones may succeed on a full disk: the failed writes before them
      // may have allocated space that fits an upload's record.
      let upload = 200;
      for (let tries = 0; tries < 200 && upload === 200; tries += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        upload = await statusOfUpload(client);
      }
      disk.empty();
      await acknowledged(20);
      return { readable, upload, recovered: true, ended: null };
    });
  } finally {
    disk.remove();
  }
}

/** Makes system calls of the service fail. */
export async function injectFailures(
  injection: Injection,
  options: Options,
): Promise<DiskReport & { readonly failedCalls: number }> {
  const { calls, error, when, onDatabase = false } = injection;
  const folder = await mkdtemp(join(tmpdir(), "threadline-injected-"));
  const dataDir = join(folder, "data");
  const trace = join(folder, "trace");
  const wrapper = ["strace", "-f", "-qq", "-o", trace, "-e", `trace=${calls}`];
  const inject = `inject=${calls}:error=${error}:when=${when}`;
  const path = onDatabase ? ["-P", join(dataDir, "threadline.db")] : [];
  try {
    if (onDatabase) await (await startServer({ ...options, dataDir })).stop();
    const report = await run(
      { ...options, dataDir, wrapper: [...wrapper, ...path, "-e", inject] },
      async ({ client, server, acknowledged, refused }) => {
        const end = server.exited.then(({ code }) => ({ code, words: lastWords(server) }));
        // A service with a planted bug may never reject a write. So 300 acknowledged batches also end the wait.
        const ended = await Promise.race([end, refused().then(() => null), acknowledged(300).then(() => null)]);
        if (ended) return { readable: false, upload: null, recovered: null, ended };
        const readable = await canRead(client).catch(() => false);
        const later = await Promise.race([end, acknowledged(20).then(() => null)]);
        return { readable, upload: null, recovered: later === null ? true : null, ended: later };
      },
    );
    const failedCalls = (await readFile(trace, "utf8")).split("(INJECTED)").length - 1;
    return { ...report, failedCalls };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a service with a planted bug that makes it fail, and waits until its process exits. */
export async function runUntilEnd(options: Options): Promise<DiskReport> {
  const dataDir = await mkdtemp(join(tmpdir(), "threadline-ending-"));
  try {
    return await run({ ...options, dataDir }, async ({ server }) => {
      const { code } = await server.exited;
      return { readable: false, upload: null, recovered: null, ended: { code, words: lastWords(server) } };
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

export async function startOnReadOnlyDisk({ from, env }: Options): Promise<string> {
  const disk = makeSmallDisk(16);
  try {
    const options: ServerOptions = { from, env, dataDir: join(disk.folder, "data") };
    await (await startServer(options)).stop();
    disk.makeReadOnly();
    const server = await startServer(options).catch((error: unknown) => String(error));
    if (typeof server === "string") return server.replaceAll(disk.folder, "...");
    await server.stop("SIGKILL");
    return "It started.";
  } finally {
    disk.remove();
  }
}

interface Situation {
  readonly client: Client;
  readonly server: ServerProcess;
  /** Resolves after the given number of further batches was acknowledged. */
  readonly acknowledged: (batches: number) => Promise<void>;
  readonly refused: () => Promise<void>;
}

/** Writes to a service during a fault. Then restarts the service without planted bugs, and compares the records. */
async function run(
  options: ServerOptions,
  act: (situation: Situation) => Promise<Omit<DiskReport, "findings" | "damages" | "refusals">>,
): Promise<DiskReport> {
  const server = await startServer(options);
  const client = new Client(server.url);
  const history = new History();
  const failures: FailedRequest[] = [];
  const batches = { acknowledged: 0 };
  let isOver = false;
  const untilOver = (holds: () => boolean): Promise<void> => until(() => isOver || holds());
  const load = new Load({
    client,
    history,
    rest: 5,
    onFailure: (failure) => failures.push(failure),
    onAcknowledged: () => (batches.acknowledged += 1),
  });
  load.start();
  try {
    const seen = await act({
      client,
      server,
      acknowledged(more) {
        const before = batches.acknowledged;
        return untilOver(() => batches.acknowledged >= before + more);
      },
      refused() {
        const before = failures.length;
        return untilOver(() => failures.length >= before + 8);
      },
    });
    await load.stop();
    await server.stop();
    const again = await startServer({ dataDir: options.dataDir, from: options.from, env: options.env });
    client.url = again.url;
    const findings = history.compare(await client.readSteps());
    await again.stop();
    const damages = checkIntegrity(join(options.dataDir, "threadline.db"));
    return { ...seen, findings, damages, refusals: [...new Set(failures.map(describe))] };
  } finally {
    isOver = true;
    await load.stop();
    await server.stop("SIGKILL");
    client.close();
  }
}

/** Returns the last line that the command printed as `threadline: …`. */
function lastWords({ lines }: ServerProcess): string {
  return lines.findLast((line) => line.startsWith("threadline: ")) ?? "nothing";
}

async function canRead(client: Client): Promise<boolean> {
  return (await client.readSteps()).length > 0;
}

async function statusOfUpload(client: Client): Promise<number> {
  const request = { fileName: "a.txt", contentType: "text/plain", uploadType: "raw" };
  return (await client.post("/api/upload/file", JSON.stringify(request))).status;
}

function describe({ status, reason }: FailedRequest): string {
  if (status === null) return "no answer";
  try {
    const { errors } = JSON.parse(reason) as { errors?: { message: string; extensions: { code: string } }[] }; // a response of the service
    return `${status} ${errors?.[0]?.extensions.code}: ${errors?.[0]?.message}`;
  } catch {
    return `${status}: ${reason}`;
  }
}

async function until(holds: () => boolean): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- polls
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
