import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Service } from "./service.ts";

const run = promisify(execFile);
const folder = join(import.meta.dirname, "../python");
const requirements = join(folder, "requirements.txt");
const cache = join(import.meta.dirname, "../node_modules/.cache/python");
const pip = "-m pip install --quiet --disable-pip-version-check --no-deps --retries 1 --timeout 10".split(" ");

/** Output of `drive.py`: the results of each operation, in the order of the calls. */
export type Results = ReadonlyMap<string, readonly unknown[]>;

/**
 * Installs these versions of the Python client, unless they are installed. Resolves to null if they can be used, and
 * otherwise to the reason why not.
 */
export async function preparePython(versions: readonly string[]): Promise<string | null> {
  if (spawnSync("python3", ["--version"]).status !== 0) return "there is no python3";
  try {
    const environment = await environmentFolder();
    await makeOnce(environment, async (made) => {
      await run("python3", ["-m", "venv", made]);
      await run(join(made, "bin/python"), [...pip, "--requirement", requirements]);
    });
    for (const version of versions) {
      // oxlint-disable-next-line no-await-in-loop -- one download at a time
      await makeOnce(join(cache, version), (made) =>
        run(join(environment, "bin/python"), [...pip, "--target", made, `literalai==${version}`]),
      );
    }
    return null;
  } catch (error) {
    return `the packages cannot be installed: ${String(error).slice(0, 400)}`;
  }
}

async function environmentFolder(): Promise<string> {
  const hash = createHash("sha256").update(await readFile(requirements));
  return join(cache, `environment-${hash.digest("hex").slice(0, 16)}`);
}

/**
 * Creates a folder atomically, by renaming a temporary folder. If two runs create the same folder, the first one is
 * kept.
 */
async function makeOnce(place: string, make: (made: string) => Promise<unknown>): Promise<void> {
  if (existsSync(place)) return;
  await mkdir(cache, { recursive: true });
  const made = await mkdtemp(`${place}-`);
  try {
    await make(made);
    await rename(made, place).catch((error: unknown) => {
      if (!existsSync(place)) throw error;
    });
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** Timeout of a client, in milliseconds. Normally, a client takes seconds. */
export const hungAfter = 300_000;

export async function runPython(version: string, parameters: readonly string[], service: Service): Promise<string> {
  const env = {
    PATH: process.env["PATH"],
    PYTHONPATH: join(cache, version),
    LITERAL_API_URL: service.url,
    LITERAL_API_KEY: service.apiKey,
    TRACELOOP_TELEMETRY: "false",
  };
  return (await run(join(await environmentFolder(), "bin/python"), [...parameters], { env, timeout: hungAfter }))
    .stdout;
}

export async function drivePython(version: string, service: Service): Promise<Results> {
  const stdout = await runPython(version, [join(folder, "drive.py")], service);
  const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
  const calls = lines.map((line): { operation: string; result: unknown } => JSON.parse(line));
  return new Map(
    Object.entries(Object.groupBy(calls, ({ operation }) => operation)).map(([name, all = []]) => [
      name,
      all.map(({ result }) => result),
    ]),
  );
}
