import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { lstat, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { FileStorage } from "./file-storage.ts";
import { FileTooLargeError } from "./file-storage.ts";
import { createFolder, syncFolder } from "./create-folder.ts";

/**
 * Age at which a partial file is deleted, in milliseconds. An upload that receives no data is aborted after two
 * minutes, so a partial file of this age belongs to no active upload.
 */
const abandonedAfter = 10 * 60_000;

/**
 * Opens the storage of files in a folder, which is created if missing. File names are the SHA-256 of the key, so a key
 * cannot be a path. Leftovers of interrupted uploads are deleted. Files that another process is receiving are kept.
 */
export async function openDiskFileStorage(folder: string): Promise<FileStorage> {
  const incoming = incomingFolder(folder);
  await createFolder(incoming);
  await removeAbandoned(incoming);

  return {
    ...readDiskFiles(folder),
    async write(objectKey, content, { maxBytes }) {
      const place = locate(folder, objectKey);
      const attempt = join(incoming, randomUUID());
      try {
        const size = await writeDurably(attempt, content, maxBytes);
        await createFolder(place.folder);
        await rename(attempt, place.path);
        await syncFolder(place.folder);
        return size;
      } catch (error) {
        await rm(attempt, { force: true });
        throw error;
      }
    },
    async delete(objectKey) {
      return (await orNull(rm(locate(folder, objectKey).path).then(() => true))) ?? false;
    },
  };
}

export function readDiskFiles(folder: string): Pick<FileStorage, "read" | "stat"> {
  return {
    async read(objectKey, range) {
      const file = await openExisting(locate(folder, objectKey).path);
      // Node and the web define different types for this stream, but both are the same class at run time.
      return file && (Readable.toWeb(file.createReadStream(range)) as ReadableStream<Uint8Array>);
    },
    async stat(objectKey) {
      const found = await orNull(lstat(locate(folder, objectKey).path));
      return found?.isFile() ? { size: found.size } : null;
    },
  };
}

export function incomingFolder(folder: string): string {
  return join(folder, "incoming");
}

async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await orNull(stat(path));
    if (found && found.mtimeMs < Date.now() - abandonedAfter) await rm(path, { force: true });
  }
}

/** Returns the location of a file in one of 256 subfolders, so that none becomes too large to list. */
function locate(root: string, objectKey: string): { readonly folder: string; readonly path: string } {
  const name = createHash("sha256").update(objectKey).digest("hex");
  const folder = join(root, name.slice(0, 2));
  return { folder, path: join(folder, name.slice(2)) };
}

async function writeDurably(path: string, content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number> {
  const file = await open(path, "wx", 0o600);
  try {
    let size = 0;
    for await (const chunk of content) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new FileTooLargeError(maxBytes);
      await writeAll(file, chunk);
    }
    await file.sync();
    return size;
  } finally {
    await file.close();
  }
}

/** Writes a whole chunk. A single `write` may write only a part of it, for example on a full disk. */
async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.byteLength;) {
    written += (await file.write(chunk, written)).bytesWritten;
  }
}

/** Opens a file without following symbolic links; null if not found. On Windows, links are followed. */
function openExisting(path: string): Promise<FileHandle | null> {
  return orNull(open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)));
}

async function orNull<Value>(promise: Promise<Value>): Promise<Value | null> {
  try {
    return await promise;
  } catch (error) {
    if (["ENOENT", "ELOOP"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}
