import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Service } from "./service.ts";

const run = promisify(execFile);
const folder = join(import.meta.dirname, "../python");
const cache = join(import.meta.dirname, "../node_modules/.cache/python");
const pip = "-m pip install --quiet --disable-pip-version-check --no-deps --retries 1 --timeout 10".split(" ");

/** What `drive.py` printed: the results of each operation in the order of its calls. */
export type Results = ReadonlyMap<string, readonly unknown[]>;

/** Installs these versions of the Python client, once; tells why that is not possible here, or null. */
export async function preparePython(versions: readonly string[]): Promise<string | null> {
  if (spawnSync("python3", ["--version"]).status !== 0) return "there is no python3";
  const python = join(cache, "bin/python");
  try {
    if (!existsSync(python)) await run("python3", ["-m", "venv", cache]);
    await run(python, [...pip, "--requirement", join(folder, "requirements.txt")]);
    for (const version of versions) {
      const target = join(cache, version);
      if (!existsSync(target)) await run(python, [...pip, "--target", target, `literalai==${version}`]);
    }
    return null;
  } catch (error) {
    return `the packages cannot be installed: ${String(error).slice(0, 400)}`;
  }
}

/** Runs Python with one version of the client; resolves to what it printed. */
export async function runPython(version: string, parameters: readonly string[], service: Service): Promise<string> {
  const env = {
    PATH: process.env["PATH"],
    PYTHONPATH: join(cache, version),
    LITERAL_API_URL: service.url,
    LITERAL_API_KEY: service.apiKey,
    TRACELOOP_TELEMETRY: "false",
  };
  return (await run(join(cache, "bin/python"), [...parameters], { env, timeout: 60_000 })).stdout;
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
