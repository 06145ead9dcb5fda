/**
 * Copies the built UI into a package. Adds compressed copies of its files, so that the service never has to compress
 * them.
 */
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Matches the names of the files to compress. Images and fonts are compressed formats already. */
const packable = /\.(css|html|js|json|mjs|svg|txt|wasm|webmanifest)$/;
/** Minimum size of a file to compress, in bytes. Smaller responses fit into one packet anyway. */
const minSize = 1_000;

export async function packWeb({ from, to }: { from: string; to: string }): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true, filter: (path) => !path.endsWith("/.vite") });
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !packable.test(path)) continue;
    const bytes = await readFile(path);
    if (bytes.length < minSize) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    const packed = {
      ".br": await promisify(brotliCompress)(bytes, { params }),
      ".gz": await promisify(gzip)(bytes, { level: 9 }),
    };
    for (const [ending, result] of Object.entries(packed)) {
      if (result.length < bytes.length * 0.9) await writeFile(path + ending, result);
    }
  }
}
