import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openDiskFileStorage } from "../../src/files/disk-file-storage.ts";
import { openSqliteStore } from "../../src/store/sqlite/open-sqlite-store.ts";
import type { Store } from "../../src/store/store.ts";
import { runCommand } from "./run-command.ts";
import { everything, seedMove } from "./seed-move.ts";

interface SourceFolder {
  readonly root: string;
  readonly from: string;
  /** Empty folder for the target. */
  readonly to: string;
  /** All data of the project `moving`, as stored in the source. */
  readonly seeded: unknown;
}

/** Creates a folder with a seeded source, and an empty folder for the target. */
export async function startSource(stepCount?: number): Promise<SourceFolder> {
  const root = await mkdtemp(join(tmpdir(), "threadline-migrate-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const from = join(root, "from");
  const store = await openSqliteStore({ path: join(from, "threadline.db") });
  await seedMove(store, await openDiskFileStorage(join(from, "files")), stepCount);
  const seeded = await everything(store);
  await store.close();
  return { root, from, to: join(root, "to"), seeded };
}

/** Opens the store of a folder until the test ends. */
export async function openFolder(folder: string): Promise<Store> {
  const store = await openSqliteStore({ path: join(folder, "threadline.db") });
  onTestFinished(() => store.close());
  return store;
}

/** Runs the command in this process. */
export function migrate(from: string, to: string, ...flags: string[]): ReturnType<typeof runCommand> {
  return runCommand(["migrate-data", "--from", from, "--to", to, ...flags]);
}
