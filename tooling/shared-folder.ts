/**
 * Creates a folder that all test files of a run share. If a file in it is missing, the first test file that needs it
 * creates it.
 */
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const variable = "THREADLINE_TEST_FOLDER";
let made: string | undefined;

/** Creates the folder. Called by each project of the run; only the first call has an effect. */
export async function setup(): Promise<void> {
  if (process.env[variable] !== undefined) return;
  made = await mkdtemp(join(tmpdir(), "threadline-tests-"));
  // PostgreSQL runs from this folder. If the tests run as root, PostgreSQL runs as a different user, who must be able
  // to access it.
  await chmod(made, 0o711);
  process.env[variable] = made;
}

export async function teardown(): Promise<void> {
  if (made === undefined) return;
  await rm(made, { recursive: true, force: true });
  made = undefined;
}
