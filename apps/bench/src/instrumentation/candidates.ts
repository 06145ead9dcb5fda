import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const folder = join(import.meta.dirname, "../../peers");

export interface Candidate {
  readonly name: string;
  /** Module that starts the SDK. Its packages are installed in its own folder. */
  readonly path: string;
  /** Packages whose versions the tables show. */
  readonly packages: readonly string[];
  /**
   * Name of the baseline in {@link bases} that uses the same version of openai as this SDK. The costs of the baseline
   * are subtracted from those of the SDK.
   */
  readonly base: string;
}

const candidate = (name: string, packages: readonly string[], file: string = name, base = "none"): Candidate => ({
  name,
  path: join(folder, `${file}.js`),
  packages,
  base,
});

/** Baselines: clients without an SDK, one for each version of openai. */
export const bases: readonly Candidate[] = [
  candidate("none", ["openai"]),
  candidate("none, openai 4", ["openai"], "literalai/none", "none, openai 4"),
];

/**
 * The SDKs to compare. `threadline` is our SDK. `floor` sends the same fields without retries, limits or compression,
 * so its costs are the minimum.
 */
export const candidates: readonly Candidate[] = [
  candidate("floor", []),
  candidate("threadline", []),
  candidate("langfuse", ["@langfuse/openai"]),
  candidate("langsmith", ["langsmith"]),
  candidate("opik", ["opik", "opik-openai"]),
  candidate("braintrust", ["braintrust"]),
  candidate("openinference", ["@arizeai/openinference-instrumentation-openai", "@opentelemetry/sdk-trace-node"]),
  candidate("literalai", ["@literalai/client"], "literalai/literalai", "none, openai 4"),
];

/**
 * Installs the packages of the other SDKs from npm, once. Lockfiles pin their versions, and their install scripts do
 * not run.
 */
export function installPeers(): void {
  for (const cwd of [folder, join(folder, "literalai")]) {
    if (existsSync(join(cwd, "node_modules/.package-lock.json"))) continue;
    console.error(`  installs ${cwd.slice(dirname(folder).length + 1)} ...`);
    const options = ["--ignore-scripts", "--omit=peer", "--no-audit", "--no-fund", "--loglevel=error"];
    spawnSync("npm", ["ci", ...options], { cwd, stdio: "inherit" });
  }
}

export async function describeCandidate({ name, path, packages }: Candidate): Promise<string> {
  const versions = packages.map(async (packageName) => {
    const manifest = await readFile(join(dirname(path), "node_modules", packageName, "package.json"), "utf8");
    return `${packageName} ${(JSON.parse(manifest) as { version: string }).version}`; // every package has a version
  });
  return packages.length === 0 ? name : (await Promise.all(versions)).join(", ");
}
