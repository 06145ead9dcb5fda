import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { openDiskFileStorage, readDiskFiles } from "../../src/files/disk-file-storage.ts";
import type { FileStorage } from "../../src/files/file-storage.ts";
import { firstFormat, newestFormat, upgrades } from "../../src/store/schema/format.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import type { Store } from "../../src/store/store.ts";
import { contents, everything, seedMove } from "../migrate/seed-move.ts";

const execute = promisify(execFile);

/** Metadata of an archived format, which is stored next to the archives of both stores. */
export interface KeptFormat {
  readonly release: string;
  readonly format: number;
  /** SHA-256 of the upgrades up to this format, as hex. Released upgrades never change. */
  readonly upgrades: string;
}

/** Returns the newest storage format, and the checksum of its upgrades. */
export function presentFormat(): Omit<KeptFormat, "release"> {
  return { format: newestFormat(), upgrades: checksumOfUpgrades(newestFormat()) };
}

/** Returns the SHA-256 of the current upgrades up to a format. */
export function checksumOfUpgrades(format: number): string {
  return createHash("sha256")
    .update(JSON.stringify(upgrades.slice(0, Math.max(0, format - firstFormat))))
    .digest("hex");
}

/** Returns the responses of a service for a store, and the SHA-256 of its files, as JSON. */
export async function answersOf(store: Store, files: Pick<FileStorage, "read">): Promise<unknown> {
  const sums = (await contents(files)).map((text) => text && createHash("sha256").update(text).digest("hex"));
  const answers = { ...((await everything(store)) as object), files: sums };
  return JSON.parse(JSON.stringify(answers));
}

export async function seedFormat(store: Store, files: FileStorage): Promise<void> {
  await seedMove(store, files, 5);
  await store.analytics.settle();
}

/** Creates a compressed archive of a data folder in the current format, with the responses of a service. */
export function createFolder(): Promise<{ readonly archive: Buffer; readonly answers: unknown }> {
  return withFolder(async (folder) => {
    const store = await openSqliteStore({ path: join(folder, "threadline.db"), now: () => 1_000 });
    const files = await openDiskFileStorage(join(folder, "files"));
    await seedFormat(store, files);
    const answers = await answersOf(store, files);
    await store.close();
    const { stdout } = await execute("tar", ["-cz", "--owner=0", "--group=0", "--mtime=@0", "-C", folder, "."], {
      encoding: "buffer",
      maxBuffer: 2 ** 24,
    });
    return { archive: stdout, answers };
  });
}

/** Opens an archived folder with the current code, which upgrades it. `change` may damage the folder first. */
export function openFolder(archive: Buffer, change?: (path: string) => void): Promise<unknown> {
  return withFolder(async (folder) => {
    await writeFile(join(folder, "archive"), archive);
    await execute("tar", ["-xzf", join(folder, "archive"), "-C", folder]);
    const path = join(folder, "threadline.db");
    change?.(path);
    const store = await openSqliteStore({ path });
    try {
      await store.check();
      return await answersOf(store, readDiskFiles(join(folder, "files")));
    } finally {
      await store.close();
    }
  });
}

export async function withFolder<Result>(job: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "threadline-format-"));
  try {
    return await job(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
