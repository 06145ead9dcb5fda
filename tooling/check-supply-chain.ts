/**
 * Checks the dependencies and bundled packages of each published package: there must be few of them, without install
 * scripts, with permissive licenses only, and each pinned by its hash in the lockfile. Needs the output of `build`.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inspectDependencies, isPermissive } from "./inspect-dependencies.ts";
import { readLockedHashes } from "./locked-hashes.ts";
import { publishedPackages, root } from "./published-packages.ts";
import type { ThirdParty } from "./third-party.ts";

/** Maximum number of third-party packages that are installed with each published package. */
const maxPackages: Readonly<Record<string, number>> = {
  threadline: 46,
  "@threadline/core": 3,
  "@threadline/ai-sdk": 3,
  "@threadline/anthropic": 3,
  "@threadline/google": 3,
  "@threadline/openai": 3,
  "@threadline/langchain": 3,
  "@threadline/agents": 3,
  "@threadline/llamaindex": 3,
  "@threadline/mastra": 3,
  "@threadline/mcp": 3,
  "@threadline/vitest": 3,
};

const failures: string[] = [];
const published = await publishedPackages();
const own = new Set(published.map(({ name }) => name));
for (const { name, folder } of published) {
  const { others, failures: found } = inspectDependencies(join(root, folder), own);
  failures.push(...found.map((failure) => `${name}: ${failure}`));
  const most = maxPackages[name] ?? 0;
  if (others.length > most) {
    failures.push(`${name} installs ${others.length} packages, but only ${most} are allowed: ${others.join(", ")}`);
  }
  console.log(`${name} installs ${others.length} packages`);
}

// Every package in the lockfile, even if it is only bundled, must come from the registry and have a hash.
const hashes = readLockedHashes();
for (const { name, folder } of published) {
  const path = join(root, folder, "dist/third-party.json");
  if (!existsSync(path)) continue;
  const bundled = JSON.parse(readFileSync(path, "utf8")) as Omit<ThirdParty, "notice">[];
  for (const { name: other, version, licence } of bundled) {
    if (!isPermissive(licence)) failures.push(`${name} contains ${other}, whose license ${licence} is not allowed`);
    if (!hashes.has(`${other}@${version}`))
      failures.push(`${name} contains ${other}@${version}, which is not in the lockfile`);
  }
  console.log(`${name} contains code of ${bundled.length} packages`);
}

for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exitCode = 1;
