import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";

/**
 * Returns the API key of the demo from a file that only its owner can read. If the file does not exist, creates a key.
 */
export async function demoKey(path: string): Promise<string> {
  const kept = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  if (kept.trim()) return kept.trim();
  const key = `tl_${randomBytes(32).toString("base64url")}`;
  await writeFile(path, `${key}\n`, { mode: 0o600 });
  return key;
}
