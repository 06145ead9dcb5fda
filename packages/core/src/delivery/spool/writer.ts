import type * as FileSystem from "node:fs";
import type * as System from "node:os";
import type * as Path from "node:path";
import type * as Compression from "node:zlib";
import type * as Threads from "node:worker_threads";

/** Node's modules, looked up when a spool is opened: an import would keep the package from loading at the edge. */
export interface NodeModules {
  readonly fs: typeof FileSystem;
  readonly os: typeof System;
  readonly path: typeof Path;
  readonly zlib: typeof Compression;
  readonly threads: typeof Threads;
}

/** Undefined where there is no file system. */
export function nodeModules(): NodeModules | undefined {
  if (typeof process === "undefined" || !("getBuiltinModule" in process)) return undefined;
  return {
    fs: process.getBuiltinModule("node:fs"),
    os: process.getBuiltinModule("node:os"),
    path: process.getBuiltinModule("node:path"),
    zlib: process.getBuiltinModule("node:zlib"),
    threads: process.getBuiltinModule("node:worker_threads"),
  };
}

/** Who writes a file: one thread of one process of one machine. */
export interface Writer {
  readonly host: string;
  readonly pid: number;
  /** When the process began, in the units of the system; tells it from a later one with the same number. Empty where unknown. */
  readonly start: string;
  readonly thread: number;
  /** Tells apart the spools of one thread. */
  readonly unique: string;
}

/** The spools that this thread has open. */
const open = new Set<string>();

export function openWriter({ fs, os, threads }: NodeModules): Writer {
  const unique = Math.random().toString(36).slice(2, 10).padEnd(8, "0");
  open.add(unique);
  const host = os.hostname().replaceAll(/[^\w.-]/g, "_");
  return { host, pid: process.pid, start: startOf(fs, process.pid) ?? "", thread: threads.threadId, unique };
}

export function closeWriter({ unique }: Writer): void {
  open.delete(unique);
}

/** Whether a writer may still be there, as seen by another of the same machine. */
export function isAlive({ fs }: NodeModules, writer: Writer, self: Writer): boolean {
  const { pid, start, thread, unique } = writer;
  if (pid === self.pid && start === self.start) return thread === self.thread ? open.has(unique) : true;
  const present = startOf(fs, pid);
  if (start !== "" && self.start !== "") return present === start;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and belongs to another user.
    return (error as { code?: string }).code === "EPERM";
  }
}

/** The start of a process in clock ticks since boot, where Linux tells it. */
function startOf(fs: NodeModules["fs"], pid: number): string | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program, in parentheses, may hold anything.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
