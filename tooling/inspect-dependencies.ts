import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Inspection {
  /** Packages of other authors, as `name@version`. */
  readonly others: readonly string[];
  readonly failures: readonly string[];
}

const licenses: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  // A license only for fonts, not for code.
  "OFL-1.1",
  "Unlicense",
]);

/**
 * Whether a license is permissive. `expression` is an SPDX expression. If it contains several licenses that apply
 * together (`AND`), all of them must be permissive.
 */
export function isPermissive(expression: string): boolean {
  const parts = expression.replace(/^\((.*)\)$/u, "$1").split(" AND ");
  return parts.every((part) => licenses.has(part));
}

const installScripts = ["preinstall", "install", "postinstall"];

/**
 * Inspects all dependencies of the package in the folder. Packages in `own` are not counted, but their dependencies
 * are.
 */
export function inspectDependencies(folder: string, own: ReadonlySet<string> = new Set()): Inspection {
  const found = new Map<string, string>();
  const failures: string[] = [];
  const waiting = [folder];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    const { name, dependencies, optionalDependencies } = readManifest(current);
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const installed = findInstalled(current, needed);
      if (installed === null) {
        // An optional package for another system is not installed, which is not a failure.
        if (optionalDependencies?.[needed] === undefined) failures.push(`${needed} of ${name} is not installed`);
        continue;
      }
      const manifest = readManifest(installed);
      const key = `${manifest.name}@${manifest.version}`;
      if (found.has(key)) continue;
      found.set(key, installed);
      waiting.push(installed);
      if (!own.has(manifest.name)) failures.push(...judge(key, installed, manifest));
    }
  }
  failures.push(...scriptsOf(folder, readManifest(folder)));
  const others = [...found.keys()].filter((key) => !own.has(key.slice(0, key.lastIndexOf("@"))));
  return { others: others.toSorted(), failures };
}

function judge(key: string, folder: string, manifest: Manifest): string[] {
  const { license = "none" } = manifest;
  const isFine = isPermissive(license);
  return [
    ...scriptsOf(folder, manifest),
    ...(isFine ? [] : [`${key} has the license ${license}, which is not allowed`]),
  ];
}

function scriptsOf(folder: string, { name, scripts }: Manifest): string[] {
  const run = installScripts.filter((script) => scripts?.[script] !== undefined);
  // npm builds a package with this file, even if it has no install script.
  if (existsSync(join(folder, "binding.gyp"))) run.push("binding.gyp");
  return run.map((script) => `${name} runs ${script} when it is installed`);
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest; // every package has a manifest
}

/** Finds an installed package like Node does: in the folders above the real path of the package that needs it. */
function findInstalled(folder: string, name: string): string | null {
  for (let above = realpathSync(folder); above !== join(above, ".."); above = join(above, "..")) {
    const candidate = join(above, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return realpathSync(candidate);
  }
  return null;
}
