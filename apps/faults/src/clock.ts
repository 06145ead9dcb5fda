import { existsSync } from "node:fs";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "./client.ts";
import { compareDerived } from "./derived.ts";
import { type Findings, History } from "./history.ts";
import { Load } from "./load.ts";
import { type ServerOptions, startServer } from "./server-process.ts";

export interface ClockReport {
  readonly findings: Findings;
  readonly differences: readonly string[];
  /** Number of lists, read page by page during writes, that lacked a step, or contained a step twice or a wrong one. */
  readonly brokenWalks: number;
  readonly walks: number;
  /**
   * Response statuses of two uploads. The first URL was signed before the clock was set an hour ahead, so the first URL
   * has expired. The second URL was signed after the clock was set.
   */
  readonly uploads: readonly number[];
}

const libraries = [
  "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
  "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
];

/** Returns the path of the `libfaketime` library, which sets the clock of a process; null if it is not installed. */
export function findFakeTime(): string | null {
  return libraries.find((path) => existsSync(path)) ?? null;
}

/** Sets the clock of the service ahead and back while clients write, and then suspends the process for a second. */
export async function jumpClock(options: Pick<ServerOptions, "from" | "plants">): Promise<ClockReport> {
  const library = findFakeTime();
  if (library === null) throw new Error("libfaketime is not installed; on Debian: apt-get install faketime.");
  const folder = await mkdtemp(join(tmpdir(), "threadline-clock-"));
  const [dataDir, clock] = [join(folder, "data"), join(folder, "clock")];
  await writeFile(clock, "+0");
  const server = await startServer({
    ...options,
    dataDir,
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: "1",
      // A change of the system clock does not affect the monotonic clock, which timers use.
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      DONT_FAKE_MONOTONIC: "1",
    },
  });
  const client = new Client(server.url);
  const history = new History();
  let batches = 0;
  const load = new Load({ client, history, lanes: 2, rest: 5, isUndated: true, onAcknowledged: () => (batches += 1) });
  const acknowledged = async (more: number): Promise<void> => {
    const before = batches;
    // oxlint-disable-next-line no-await-in-loop -- polls
    while (batches < before + more) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const set = async (offset: string): Promise<void> => {
    await writeFile(`${clock}.new`, offset);
    await rename(`${clock}.new`, clock);
  };
  let [walks, brokenWalks] = [0, 0];
  const walk = async (): Promise<void> => {
    const before = history.copy();
    const seen = await client.readSteps();
    before.allow(history);
    const { lost, duplicates, strangers } = before.compare(seen);
    walks += 1;
    if (lost.length + duplicates.length + strangers.length > 0) brokenWalks += 1;
  };
  const uploads: number[] = [];
  load.start();
  try {
    await acknowledged(10);
    const early = await signUpload(client);
    for (const offset of ["+1h", "-2h", "+3d", "-1d", "+0"]) {
      // oxlint-disable no-await-in-loop -- one jump after the other
      await set(offset);
      if (offset === "+1h") {
        const late = await signUpload(client);
        for (const url of [early, late])
          uploads.push((await client.put(url, Buffer.from("file"), "text/plain")).status);
      }
      await Promise.all([acknowledged(5), walk()]);
      // oxlint-enable no-await-in-loop
    }
    process.kill(server.pid, "SIGSTOP");
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    process.kill(server.pid, "SIGCONT");
    await Promise.all([acknowledged(10), walk()]);
    await load.stop();
    const findings = history.compare(await client.readSteps());
    await server.stop();
    return { findings, differences: await compareDerived(dataDir), walks, brokenWalks, uploads };
  } finally {
    await load.stop();
    client.close();
    await server.stop("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

async function signUpload(client: Client): Promise<string> {
  const request = { fileName: "a.txt", contentType: "text/plain", uploadType: "raw" };
  const { text } = await client.post("/api/upload/file", JSON.stringify(request));
  return (JSON.parse(text) as { put: { url: string } }).put.url; // response format of the route
}
