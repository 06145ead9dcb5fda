import type { Server } from "node:net";
import type { Liveness, NodeModules, Writer } from "./writer.ts";

/** Maximum length of a socket address in bytes. Every system accepts an address of this length. */
const MAX_ADDRESS = 100;

function lockName({ machine, unique }: Writer): string {
  return `${machine}~${unique}.lock`;
}

/** Parses the name of a lock; returns undefined for any other file. */
export function parseLockName(name: string): Writer | undefined {
  const [, machine, unique] = /^([\w.-]+)~(\w+)\.lock$/.exec(name) ?? [];
  return machine && unique ? { machine, unique } : undefined;
}

/**
 * Shows other processes, containers and copies of this module that a writer is alive. The writer listens on a socket in
 * the folder while it has files. The system closes the socket when the process ends. Process ids would not suffice,
 * because two containers may use the same id.
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

  /** Starts to listen. Returns the sign by which other processes recognize that the writer is alive. */
  hold(): Exclude<Liveness, "free"> {
    if (this.#server !== undefined) return "socket";
    const { net } = this.#modules;
    const path = this.#address();
    if (path === undefined) return "touch";
    try {
      const server = net.createServer((socket) => socket.destroy());
      server.on("error", () => undefined);
      // The socket is exclusive, because a cluster worker would otherwise share the socket of its primary process.
      server.listen({ path, exclusive: true });
      server.unref();
      if (server.listening) {
        this.#server = server;
        return "socket";
      }
      server.close();
    } catch {
      // The runtime or the file system does not support sockets.
    }
    this.#closeDirectory();
    return "touch";
  }

  release(): void {
    this.#server?.close();
    this.#server = undefined;
    this.#closeDirectory();
  }

  /** Whether the writer's process still listens. Also true after an unknown error. */
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

/**
 * Returns the socket address of a lock. On Linux, a path that is too long for a socket is shortened with a descriptor
 * of the folder.
 */
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
