import type { Server } from "node:net";
import type { Liveness, NodeModules, Writer } from "./writer.ts";

/** The longest address of a socket in bytes, less than any system allows. */
const MAX_ADDRESS = 100;

/** A lock's name in the folder. */
function lockName({ machine, unique }: Writer): string {
  return `${machine}~${unique}.lock`;
}

/** The writer of a lock; undefined for any other file. */
export function parseLockName(name: string): Writer | undefined {
  const [, machine, unique] = /^([\w.-]+)~(\w+)\.lock$/.exec(name) ?? [];
  return machine && unique ? { machine, unique } : undefined;
}

/**
 * Shows other processes, containers and copies of this module that the writer is alive, for as long as it has files: it listens on a
 * socket in their folder. The system stops listening when the process ends, however that happens, and needs no id of the process,
 * which two containers may share.
 */
export class WriterLock {
  readonly #modules: NodeModules;
  readonly #folder: string;
  readonly #writer: Writer;
  #server: Server | undefined;
  #directory: number | undefined;

  constructor({ modules, folder, writer }: { modules: NodeModules; folder: string; writer: Writer }) {
    this.#modules = modules;
    this.#folder = folder;
    this.#writer = writer;
  }

  /** Listens, unless it does; returns how the writer shows that it is alive. */
  hold(): Exclude<Liveness, "free"> {
    if (this.#server !== undefined) return "socket";
    const { net } = this.#modules;
    const path = this.#address();
    if (path === undefined) return "touch";
    try {
      const server = net.createServer((socket) => socket.destroy());
      server.on("error", () => undefined);
      // Exclusive: a worker of a cluster must not leave the socket to its primary.
      server.listen({ path, exclusive: true });
      server.unref();
      if (server.listening) {
        this.#server = server;
        return "socket";
      }
      server.close();
    } catch {
      // The runtime or the file system has no sockets.
    }
    this.#closeDirectory();
    return "touch";
  }

  release(): void {
    this.#server?.close();
    this.#server = undefined;
    this.#closeDirectory();
  }

  /** Whether the writer's process still listens. Any doubt counts as yes. */
  async isHeld(writer: Writer): Promise<boolean> {
    const { net, fs } = this.#modules;
    const { address, directory } = openAddress(this.#modules, this.#folder, lockName(writer));
    if (address === undefined) return true;
    try {
      return await new Promise<boolean>((resolve) => {
        const socket = net.connect({ path: address });
        socket.once("connect", () => {
          socket.destroy();
          resolve(true);
        });
        socket.once("error", ({ code }: Error & { code?: string }) => {
          resolve(code !== "ECONNREFUSED" && code !== "ENOENT");
        });
      });
    } finally {
      if (directory !== undefined) fs.closeSync(directory);
    }
  }

  #address(): string | undefined {
    const { address, directory } = openAddress(this.#modules, this.#folder, lockName(this.#writer));
    this.#directory = directory;
    return address;
  }

  #closeDirectory(): void {
    if (this.#directory !== undefined) this.#modules.fs.closeSync(this.#directory);
    this.#directory = undefined;
  }
}

/** The address of a lock: on Linux through a descriptor of the folder, whose own path may be too long for a socket. */
function openAddress(
  { fs, path }: NodeModules,
  folder: string,
  name: string,
): { address: string | undefined; directory?: number | undefined } {
  if (process.platform === "win32") return { address: `\\\\.\\pipe\\threadline-${name}` };
  const address = path.join(folder, name);
  if (Buffer.byteLength(address) <= MAX_ADDRESS) return { address };
  if (process.platform !== "linux") return { address: undefined };
  try {
    const directory = fs.openSync(folder, "r");
    return { address: `/proc/self/fd/${directory}/${name}`, directory };
  } catch {
    return { address: undefined };
  }
}
