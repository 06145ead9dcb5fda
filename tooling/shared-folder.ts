/** Creates a folder that all test files of one run share. The first file that needs something in it creates that. */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const variable = "THREADLINE_TEST_FOLDER";
let made: string | undefined;

/** Creates the folder. Called by each project of the run; only the first call has an effect. */
export async function setup(): Promise<void> {
  if (process.env[variable] !== undefined) return;
  made = await mkdtemp(join(tmpdir(), "threadline-tests-"));
  // PostgreSQL runs from this folder. If the tests run as root, it runs as another user.
  await chmod(made, 0o711);
  process.env[variable] = made;
}

export async function teardown(): Promise<void> {
  if (made === undefined) return;
  await rm(made, { recursive: true, force: true });
  made = undefined;
}
