import type { Server } from "node:net";
import type { Liveness, NodeModules, Writer } from "./writer.ts";

/** Maximum length of a socket address that every system accepts, in bytes. */
const MAX_ADDRESS = 100;

function lockName({ machine, unique }: Writer): string {
  return `${machine}~${unique}.lock`;
}

export function parseLockName(name: string): Writer | undefined {
  const [, machine, unique] = /^([\w.-]+)~(\w+)\.lock$/.exec(name) ?? [];
  return machine && unique ? { machine, unique } : undefined;
}

/**
 * Shows other processes that this process is alive, so that they do not take over its files. While this process has
 * files in the folder, it listens on a socket, which the system closes when the process ends. A process id would not
 * suffice, because processes in two containers may have the same id.
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

  /**
   * Starts to show other processes that this writer is alive. Returns how they can test this. `socket`: they connect to
   * a socket. `touch`: they read the modification times of the writer's files, because sockets are not supported.
   */
  hold(): Exclude<Liveness, "free"> {
    if (this.#server !== undefined) return "socket";
    const { net } = this.#modules;
    const path = this.#address();
    if (path === undefined) return "touch";
    try {
      const server = net.createServer((socket) => socket.destroy());
      server.on("error", () => undefined);
      // Without `exclusive`, the primary process of a cluster worker would open the socket, so it would not belong to
      // the worker.
      server.listen({ path, exclusive: true });
      server.unref();
      if (server.listening) {
        this.#server = server;
        return "socket";
      }
      server.close();
    } catch {
      // The runtime or the file system does not support sockets. The result is then `touch`.
    }
    this.#closeDirectory();
    return "touch";
  }

  release(): void {
    this.#server?.close();
    this.#server = undefined;
    this.#closeDirectory();
  }

  /**
   * Whether the process of `writer` still listens on its socket. Also true after an unexpected error, so that the files
   * of a running process are never taken over.
   */
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
 * Returns the address of a writer's socket. If the path of the socket is too long for an address, Linux can use a
 * shorter path that starts at `directory`, an open descriptor of the folder. Other systems cannot, so the address is
 * then undefined.
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
