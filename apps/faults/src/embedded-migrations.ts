import { copyFile, cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { addUpgrade, formatBefore, largeUpgrade } from "../../../packages/server/test/upgrades/add-upgrade.ts";
import { makeDatabase, readUpgraded } from "../../../packages/server/test/upgrades/make-database.ts";
import { checkIntegrity, compareDerived } from "./derived.ts";
import { spread } from "./random.ts";
import { type Plant, spawnServer, startServer } from "./server-process.ts";

export interface MigrationReport {
  /** Number of kills before the service was ready. */
  readonly kills: number;
  /**
   * Number of kills after which the database still had the earlier format. After each of the other kills, the upgrade
   * was complete.
   */
  readonly undone: number;
  /** Distinct errors of restarts after a kill, in which the service exited before it was ready. */
  readonly failedStarts: readonly string[];
  /** Number of kills after which the database was damaged or had lost records. */
  readonly changed: number;
  /** Differences between the derived data of an upgraded folder and the same data recomputed from the records. */
  readonly differences: readonly string[];
  readonly records: number;
  /**
   * Number of disk writes of the busiest thread, from the start of an upgrade until the service is ready. A kill can
   * happen at each of these writes.
   */
  readonly writes: number;
}

interface Options {
  readonly kills: number;
  readonly plants?: readonly Plant[] | undefined;
  readonly steps?: number | undefined;
  /**
   * Number of disk writes, as {@link MigrationReport.writes} of an earlier report. Default: an additional start counts
   * the writes.
   */
  readonly writes?: number | undefined;
  readonly hasTime?: (() => boolean) | undefined;
}

/** The service must run from its sources, because the plant `large-upgrade` changes source modules. */
const from = "sources";
const upgrade: Plant = "large-upgrade";

/**
 * Starts the service with an additional upgrade on a database of the current format, and kills it during a write to the
 * disk. Each run kills it at a different write. Then starts the service without planted bugs, and compares the records.
 */
export async function killEmbeddedMigrations(options: Options): Promise<MigrationReport> {
  const { kills, plants = [], steps = 1_000, hasTime = () => true } = options;
  const root = await mkdtemp(join(tmpdir(), "threadline-migration-"));
  const template = join(root, "template.db");
  const makeFolder = async (name: string | number): Promise<string> => {
    const dataDir = join(root, String(name));
    await mkdir(dataDir);
    await copyFile(template, join(dataDir, "threadline.db"));
    return dataDir;
  };
  const failedStarts = new Set<string>();
  let [killed, undone, changed, differences] = [0, 0, 0, [] as string[]];
  let removeUpgrade: (() => void) | undefined;
  try {
    const records = await makeDatabase(template, steps);
    removeUpgrade = addUpgrade(largeUpgrade);
    const writes = options.writes ?? (await countWrites(await makeFolder("counted"), join(root, "trace")));
    for (let run = 1; run <= kills && (run === 1 || hasTime()); run += 1) {
      // oxlint-disable no-await-in-loop -- one kill after the other
      const dataDir = await makeFolder(run);
      const path = join(dataDir, "threadline.db");
      const place = 1 + Math.floor(spread(run) * writes);
      const wrapper = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=pwrite64"];
      const inject = `inject=pwrite64:signal=SIGKILL:when=${place}`;
      const starting = spawnServer({
        from,
        plants: [upgrade, ...plants],
        dataDir,
        wrapper: [...wrapper, "-e", inject],
      });
      const early = await starting.ready.catch(() => null);
      if (early !== null) {
        await early.stop("SIGKILL");
        await rm(dataDir, { recursive: true });
        continue;
      }
      killed += 1;
      if ((await formatOf(dataDir, join(root, "looked-at"))) === formatBefore) undone += 1;
      const again = await startServer({ from, plants: [upgrade], dataDir }).catch((error: unknown) => String(error));
      if (typeof again === "string") {
        failedStarts.add(again.split("\n").at(-1)?.replaceAll(dataDir, "...") ?? "");
      } else {
        await again.stop();
        const found = await readUpgraded(path);
        if (!isDeepStrictEqual(found, records) || checkIntegrity(path).length > 0) changed += 1;
        else if (run >= kills / 2 && differences.length === 0) differences = await compareDerived(dataDir);
      }
      await rm(dataDir, { recursive: true });
      // oxlint-enable no-await-in-loop
    }
    return {
      kills: killed,
      undone,
      failedStarts: [...failedStarts],
      changed,
      differences,
      records: records.length,
      writes,
    };
  } finally {
    removeUpgrade?.();
    await rm(root, { recursive: true, force: true });
  }
}

/** Counts the writes that each thread of the service makes until the service is ready. Returns the maximum. */
async function countWrites(dataDir: string, trace: string): Promise<number> {
  const wrapper = ["strace", "-f", "-qq", "-o", trace, "-e", "trace=pwrite64"];
  const server = await startServer({ from, plants: [upgrade], dataDir, wrapper });
  const lines = (await readFile(trace, "utf8")).split("\n").filter((line) => line.includes("pwrite64("));
  await server.stop("SIGKILL");
  const counts = new Map<string, number>();
  for (const line of lines) {
    const [thread = ""] = line.split(" ");
    counts.set(thread, (counts.get(thread) ?? 0) + 1);
  }
  return Math.max(...counts.values());
}

/**
 * Returns the format of a database. Reads a copy, because opening the database itself would complete or undo an
 * interrupted transaction.
 */
async function formatOf(dataDir: string, copy: string): Promise<number> {
  await cp(dataDir, copy, { recursive: true });
  const database = new DatabaseSync(join(copy, "threadline.db"));
  try {
    return Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
  } finally {
    database.close();
    await rm(copy, { recursive: true });
  }
}
