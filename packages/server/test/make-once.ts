import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/**
 * Returns `folder` once it exists. Of several concurrent processes, one calls `make` with a folder that is then
 * renamed, and the others wait. If that process exits early, another takes over.
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
      // Other processes may have taken over after one process ended.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

/** Acquires the lock; resolves to a function that releases it, or null when another process has it. */
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

/** Waits for the holder, whose exit closes the connection; removes a leftover socket. */
async function untilReleased(path: string): Promise<void> {
  const socket = connect(path);
  socket.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (code === "ECONNREFUSED") rmSync(path, { force: true });
  });
  await new Promise((resolve) => socket.once("close", resolve));
}
