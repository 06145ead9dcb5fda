import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/**
 * Creates `folder` with `make`, unless it exists. If several processes need the folder, one creates it, and the others
 * wait. If that process ends early, another one takes over. `make` fills a temporary folder, which is renamed when
 * complete.
 */
export async function makeOnce(folder: string, make: (into: string) => Promise<unknown>): Promise<string> {
  const lock = join(tmpdir(), `threadline-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}.sock`);
  while (!existsSync(folder)) {
    // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
    const release = await takeLock(lock);
    // oxlint-disable-next-line no-await-in-loop -- sequential
    await (release === null ? untilReleased(lock) : makeNow(folder, make).finally(release));
  }
  return folder;
}

async function makeNow(folder: string, make: (into: string) => Promise<unknown>): Promise<void> {
  if (existsSync(folder)) return;
  await mkdir(dirname(folder), { recursive: true });
  const making = await mkdtemp(`${folder}-`);
  try {
    await make(making);
    await rename(making, folder).catch((error: unknown) => {
      // Another process may have created the folder in the meantime.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

/** Acquires the lock. Resolves to a function that releases it, or to null if another process holds it. */
async function takeLock(path: string): Promise<(() => void) | null> {
  const waiting: Socket[] = [];
  const server = createServer((socket) => waiting.push(socket.on("error", () => {}))).listen(path);
  try {
    await once(server, "listening");
  } catch {
    return null;
  }
  return () => {
    server.close();
    for (const socket of waiting) socket.destroy();
  };
}

/** Waits until the process that holds the lock exits, which closes the connection. Removes a leftover socket. */
async function untilReleased(path: string): Promise<void> {
  const socket = connect(path);
  socket.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (code === "ECONNREFUSED") rmSync(path, { force: true });
  });
  await new Promise((resolve) => socket.once("close", resolve));
}
