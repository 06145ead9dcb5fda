import type * as FileSystem from "node:fs";
import type * as Network from "node:net";
import type * as System from "node:os";
import type * as Path from "node:path";
import type * as Timers from "node:timers";
import type * as Compression from "node:zlib";

/**
 * Node modules that the spool needs. They are loaded when a spool is opened, because an import would break edge
 * runtimes.
 */
export interface NodeModules {
  readonly fs: typeof FileSystem;
  readonly net: typeof Network;
  readonly os: typeof System;
  readonly path: typeof Path;
  /**
   * Timers of Node, which have `unref`. Deno's global timers are numbers without `unref`, so they would keep the
   * process alive.
   */
  readonly timers: typeof Timers;
  readonly zlib: typeof Compression;
}

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
 * Ways in which other processes find out whether the process that writes a file is alive. `socket`: they connect to a
 * socket, which closes when that process ends. `touch`: that process updates the modification times of its files.
 * `free`: that process no longer uses the file.
 */
export type Liveness = "socket" | "touch" | "free";

/** One spool in one process, which writes files in the folder of the spool. */
export interface Writer {
  /**
   * Identifies the running system by its boot id or, if that cannot be read, by its host name. All containers of a
   * system have the same boot id.
   */
  readonly machine: string;
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
