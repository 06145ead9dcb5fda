import type * as FileSystem from "node:fs";
import type * as Network from "node:net";
import type * as System from "node:os";
import type * as Path from "node:path";
import type * as Timers from "node:timers";
import type * as Compression from "node:zlib";

/** Node's modules, looked up when a spool is opened: an import would keep the package from loading at the edge. */
export interface NodeModules {
  readonly fs: typeof FileSystem;
  readonly net: typeof Network;
  readonly os: typeof System;
  readonly path: typeof Path;
  /** Deno's own timers are numbers, which keep the process alive. */
  readonly timers: typeof Timers;
  readonly zlib: typeof Compression;
}

/** Undefined where there is no file system. */
export function nodeModules(): NodeModules | undefined {
  if (typeof process === "undefined" || !("getBuiltinModule" in process)) return undefined;
  return {
    fs: process.getBuiltinModule("node:fs"),
    net: process.getBuiltinModule("node:net"),
    os: process.getBuiltinModule("node:os"),
    path: process.getBuiltinModule("node:path"),
    timers: process.getBuiltinModule("node:timers"),
    zlib: process.getBuiltinModule("node:zlib"),
  };
}

/**
 * How a writer shows that it is alive: `socket` by listening on a socket in the folder, which the system ends with the process;
 * `touch` by touching its files, where it cannot listen; `free` when it left the file to others.
 */
export type Liveness = "socket" | "touch" | "free";

/** Whose file it is: one spool of one process of one running system. */
export interface Writer {
  /** The running system, containers included: the id of its boot, or where there is none its host name. */
  readonly machine: string;
  /** Tells apart the spools of one system. */
  readonly unique: string;
}

export function createWriter({ fs, os }: NodeModules): Writer {
  const unique = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36).padStart(2, "0"));
  return { machine: machineId(fs, os), unique: unique.join("") };
}

function machineId(fs: NodeModules["fs"], os: NodeModules["os"]): string {
  try {
    return fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").replaceAll(/\W/g, "");
  } catch {
    return os.hostname().replaceAll(/[^\w.-]/g, "_");
  }
}
