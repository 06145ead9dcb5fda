/**
 * What our users install with each published package: few packages, none that runs a script when it is installed, each
 * under a licence that asks for nothing but a notice, and each fixed by its hash in the lockfile.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inspectDependencies } from "./inspect-dependencies.ts";
import { publishedPackages, root } from "./published-packages.ts";

/** The most packages of others that each of ours brings along. The service aims at 60; better-auth brings 16 of its 65. */
const mostPackages: Readonly<Record<string, number>> = {
  threadline: 65,
  "@threadline/core": 3,
  "@threadline/openai": 3,
  "@threadline/langchain": 3,
};

const failures: string[] = [];
const published = await publishedPackages();
const own = new Set(published.map(({ name }) => name));
for (const { name, folder } of published) {
  const { others, failures: found } = inspectDependencies(join(root, folder), own);
  failures.push(...found.map((failure) => `${name}: ${failure}`));
  const most = mostPackages[name] ?? 0;
  if (others.length > most) {
    failures.push(`${name} brings ${others.length} packages along, and ${most} are allowed: ${others.join(", ")}`);
  }
  console.log(`${name} brings ${others.length} packages along`);
}

// Each package of the lockfile comes from the registry, by its hash.
const lockfile = readFileSync(join(root, "pnpm-lock.yaml"), "utf8");
const packages = /^packages:\n([\s\S]*?)^snapshots:/m.exec(lockfile)?.[1] ?? "";
const resolutions = [...packages.matchAll(/^ {2}(\S.*):\n {4}resolution: (.*)$/gm)];
if (resolutions.length === 0) failures.push("pnpm-lock.yaml could not be read");
for (const [, name = "", resolution = ""] of resolutions) {
  if (!/^\{integrity: sha512-[^,}]+\}$/.test(resolution))
    failures.push(`${name} is not fixed by a hash: ${resolution}`);
}

for (const failure of failures) console.error(failure);
if (failures.length > 0) process.exitCode = 1;
