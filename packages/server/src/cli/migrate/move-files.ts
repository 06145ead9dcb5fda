import { createHash } from "node:crypto";
import type { FileStorage } from "../../files/file-storage.ts";
import type { StoredFile } from "./move-records.ts";
import type { Tallies } from "./tallies.ts";

export type FileSource = Pick<FileStorage, "read" | "stat">;

const atOnce = 4;

/** Copies missing files. Each is stored completely or not at all. */
export async function moveFiles(source: FileSource, target: FileStorage, files: readonly StoredFile[]): Promise<void> {
  await forEach(files, async ({ objectKey, size }) => {
    if ((await target.stat(objectKey))?.size === size) return;
    const content = await source.read(objectKey);
    if (content !== null) await target.write(objectKey, content, { maxBytes: size });
  });
}

/** Counts and hashes the content of files. Missing files are not counted. */
export async function tallyFiles(storage: FileSource, files: readonly StoredFile[], tallies: Tallies): Promise<void> {
  const checksums: (string | null)[] = [];
  await forEach(files, async ({ objectKey }, index) => {
    const content = await storage.read(objectKey);
    if (content === null) return void (checksums[index] = null);
    const hash = createHash("sha256");
    for await (const chunk of content) hash.update(chunk);
    checksums[index] = hash.digest("hex");
  });
  for (const [index, checksum] of checksums.entries()) {
    if (checksum !== null) tallies.add("bytes of files", [files[index]?.objectKey ?? null, checksum]);
  }
}

async function forEach<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<unknown>,
): Promise<void> {
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    // oxlint-disable-next-line no-await-in-loop -- several workers take from one list
    for (const [index, item] of waiting) await work(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
