import { mkdir, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Creates a folder and its missing parents, accessible only to the owner. They survive a power failure. */
export async function createFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const parents: string[] = [];
  for (let made = resolve(path); made.length >= resolve(first).length; made = dirname(made))
    parents.push(dirname(made));
  await Promise.all(parents.map(syncFolder));
}

/** Syncs a folder. Only then do created, renamed or removed entries survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return; // Windows cannot open folders
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
