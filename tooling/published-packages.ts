import { glob, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export const root: string = join(import.meta.dirname, "..");

export interface PublishedPackage {
  name: string;
  /** Path relative to the root of the repository. */
  folder: string;
}

/** Returns the published packages: all in packages/* that are not private. */
export async function publishedPackages(): Promise<PublishedPackage[]> {
  const packages: PublishedPackage[] = [];
  for await (const path of glob("packages/*/package.json", { cwd: root })) {
    const manifest = JSON.parse(await readFile(join(root, path), "utf8"));
    if (!manifest.private) packages.push({ name: manifest.name, folder: dirname(path) });
  }
  return packages.toSorted((a, b) => a.folder.localeCompare(b.folder));
}
