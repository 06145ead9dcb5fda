import { copyFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { readUpgraded } from "../../../packages/server/test/upgrades/make-database.ts";
import { readPackingState, unpackFile } from "../../../packages/server/test/upgrades/previous-payloads.ts";
import { openSqliteStore } from "threadline";
import { checkIntegrity, untilSettled } from "./derived.ts";
import { spread } from "./random.ts";
import { type Plant, type ServerOptions, type ServerProcess, spawnServer, startServer } from "./server-process.ts";

export interface PackingReport {
  readonly kills: number;
  /** Number of kills after which some payloads were compressed and others were not. */
  readonly halfway: number;
  /** Number of kills after which the restarted service had lost or changed records, or a damaged database. */
  readonly changed: number;
  readonly records: number;
}

interface Options extends Pick<ServerOptions, "from"> {
  readonly kills: number;
  readonly steps?: number | undefined;
  readonly plants?: readonly Plant[] | undefined;
  readonly hasTime?: (() => boolean) | undefined;
}

/**
 * Kills the service while it compresses the payloads of a database, each time at a different write to the disk. Then
 * starts it again, which compresses the remaining payloads, and compares the records.
 */
export async function killWhilePacking(options: Options): Promise<PackingReport> {
  const { kills, from, steps = 3_000, plants, hasTime = () => true } = options;
  const root = await mkdtemp(join(tmpdir(), "threadline-packing-"));
  const template = join(root, "template.db");
  const makeFolder = async (name: string | number): Promise<{ readonly dataDir: string; readonly path: string }> => {
    const dataDir = join(root, String(name));
    await mkdir(dataDir);
    const path = join(dataDir, "threadline.db");
    await copyFile(template, path);
    return { dataDir, path };
  };
  try {
    await fill(template, steps);
    const records = await readUpgraded(template);
    unpackFile(template);
    const range = await countWrites({ ...(await makeFolder("counted")), from, plants }, join(root, "trace"));
    let [killed, halfway, changed] = [0, 0, 0];
    for (let run = 1; run <= kills && (run === 1 || hasTime()); run += 1) {
      // oxlint-disable no-await-in-loop -- one kill after the other
      const { dataDir, path } = await makeFolder(run);
      const place = Math.floor(range.ready + spread(run) * (range.packed - range.ready));
      const inject = ["-e", `inject=pwrite64:signal=SIGKILL:when=${place}`];
      const { child, ready } = spawnServer({ dataDir, from, plants, wrapper: [...trace("/dev/null"), ...inject] });
      const ended = new Promise((resolve) => child.once("exit", resolve));
      await Promise.race([ended, ready.then((server) => untilPacked(path, server)).catch(() => undefined)]);
      // `strace` kills the service at disk write number `place`. If the service needed fewer writes to compress
      // everything, it is still running, so it is killed here.
      await ready.then((server) => server.stop("SIGKILL")).catch(() => undefined);
      await ended;
      killed += 1;
      const { plain } = readPackingState(path);
      if (plain > 0 && plain < steps) halfway += 1;
      const next = await startServer({ dataDir, from });
      await untilPacked(path, next);
      await next.stop();
      if (checkIntegrity(path).length > 0 || !isDeepStrictEqual(await readUpgraded(path), records)) changed += 1;
      await rm(dataDir, { recursive: true });
      // oxlint-enable no-await-in-loop
    }
    return { kills: killed, halfway, changed, records: records.length };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function fill(path: string, steps: number): Promise<void> {
  const store = await openSqliteStore({ path });
  await store.projects.create({ id: "early", name: "default", createdAt: 1 });
  const text = "The refund arrives within five working days. ".repeat(20);
  for (let first = 0; first < steps; first += batchSize) {
    const writes = Array.from({ length: Math.min(batchSize, steps - first) }, (_, index) => {
      const number = first + index;
      const generation = { messages: [{ role: "user", content: `${text} ${number}` }], completion: text };
      return { id: `step ${number}`, createdAt: number, type: "llm" as const, input: { text, number }, generation };
    });
    // oxlint-disable-next-line no-await-in-loop -- one batch after the other
    await store.steps.ingest("early", writes);
  }
  // Completes all background work of the store. Otherwise, the service would do this work at its start, and the kill
  // could happen then instead of during the compression.
  await untilSettled(store);
  await store.close();
}

const batchSize = 500;

/** Resolves when all payloads are compressed. Rejects if the service exits before that. */
async function untilPacked(path: string, { exited }: Pick<ServerProcess, "exited">): Promise<void> {
  let hasExited = false;
  void exited.then(() => (hasExited = true));
  // oxlint-disable-next-line no-await-in-loop -- polls
  for (; readPackingState(path).plain > 0; await pause(20)) {
    if (hasExited) throw new Error("The service exited before it had packed everything.");
  }
}

function trace(output: string): string[] {
  return ["strace", "-f", "-qq", "-o", output, "-e", "trace=pwrite64"];
}

/**
 * Counts the disk writes of the thread that compresses payloads. `ready` is the ordinal number of the first write after
 * the service is ready. `packed` is the number of the write after which all payloads are compressed.
 */
async function countWrites(
  { path, ...options }: Pick<ServerOptions, "dataDir" | "from" | "plants"> & { readonly path: string },
  output: string,
): Promise<{ readonly ready: number; readonly packed: number }> {
  const server = await startServer({ ...options, wrapper: trace(output) });
  const before = writesByThread(await readFile(output, "utf8"));
  await untilPacked(path, server);
  const after = writesByThread(await readFile(output, "utf8"));
  await server.stop("SIGKILL");
  const [[thread, packed] = ["", 0]] = [...after].toSorted(([, one], [, other]) => other - one);
  return { ready: (before.get(thread) ?? 0) + 1, packed };
}

function writesByThread(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split("\n").filter((each) => each.includes("pwrite64("))) {
    const [thread = ""] = line.split(" ");
    counts.set(thread, (counts.get(thread) ?? 0) + 1);
  }
  return counts;
}
