/** Folder shared by the test files of one run; the first file that needs something there creates it. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const variable = "THREADLINE_TEST_FOLDER";
let made: string | undefined;

/** Called by each project of the run. */
export async function setup(): Promise<void> {
  if (process.env[variable] !== undefined) return;
  made = await mkdtemp(join(tmpdir(), "threadline-tests-"));
  // PostgreSQL runs from this folder, as another user if the tests run as root.
  await chmod(made, 0o711);
  process.env[variable] = made;
}

export async function teardown(): Promise<void> {
  if (made === undefined) return;
  await rm(made, { recursive: true, force: true });
  made = undefined;
}
