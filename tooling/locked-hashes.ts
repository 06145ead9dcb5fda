import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./published-packages.ts";

/**
 * Returns the SHA-512 hash of each package in the lockfile, as base64, by `name@version`. Throws if a package has a
 * different type of hash.
 */
export function readLockedHashes(): ReadonlyMap<string, string> {
  const lockfile = readFileSync(join(root, "pnpm-lock.yaml"), "utf8");
  const packages = /^packages:\n([\s\S]*?)^snapshots:/m.exec(lockfile)?.[1] ?? "";
  const resolutions = [...packages.matchAll(/^ {2}(\S.*):\n {4}resolution: (.*)$/gm)];
  if (resolutions.length === 0) throw new Error("pnpm-lock.yaml could not be read");
  return new Map(
    resolutions.map(([, name = "", resolution = ""]) => {
      const hash = /^\{integrity: sha512-([^,}]+)\}$/.exec(resolution)?.[1];
      if (hash === undefined) throw new Error(`${name} is not pinned by a hash: ${resolution}`);
      return [name.replaceAll("'", ""), hash];
    }),
  );
}
