import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** A disk operation, or a response to a client. Events have the order of the `strace` output. */
export type TraceEvent =
  | { readonly kind: "create" | "makeFolder" | "remove"; readonly path: string }
  | { readonly kind: "rename" | "link"; readonly path: string; readonly to: string }
  /** If `offset` is null, the data are appended. */
  | { readonly kind: "write"; readonly path: string; readonly data: Buffer; readonly offset: number | null }
  | { readonly kind: "truncate"; readonly path: string; readonly size: number }
  /**
   * `sync`: a thread has started to sync a file or folder. `synced`: this sync has ended, and all changes before its
   * `sync` event are on the disk.
   */
  | { readonly kind: "sync" | "synced"; readonly path: string; readonly thread: string }
  | { readonly kind: "answer"; readonly text: string };

const tracedCalls = [
  "openat",
  "mkdir",
  "mkdirat",
  "rename",
  "renameat",
  "renameat2",
  "link",
  "linkat",
  "unlink",
  "unlinkat",
  "pwrite64",
  "pwritev",
  "write",
  "writev",
  "sendmsg",
  "ftruncate",
  "fsync",
  "fdatasync",
] as const;

/**
 * Returns the `strace` command with the options that this parser needs: file names next to descriptors, and strings in
 * hexadecimal.
 */
export function straceCommand(output: string): string[] {
  const calls = `trace=${tracedCalls.join(",")}`;
  return ["strace", "-f", "-qq", "-y", "-xx", "-s", "4194304", "-e", calls, "-e", "signal=none", "-o", output];
}

export async function readTrace(path: string, folder: string): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const unfinished = new Map<string, string>();
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const [, thread = "", rest = ""] = /^(\d+) +(.*)$/s.exec(line) ?? [];
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(rest)?.[1];
    if (resumed !== undefined) {
      const begun = unfinished.get(thread) ?? "";
      unfinished.delete(thread);
      read(`${begun}${resumed}`, { thread, isBegin: isAtOnce(begun) ? null : false });
    } else if (rest.endsWith("<unfinished ...>")) {
      const begun = rest.slice(0, -"<unfinished ...>".length);
      unfinished.set(thread, begun);
      read(begun, { thread, isBegin: true });
    } else {
      read(rest, { thread, isBegin: true });
      if (!isAtOnce(rest)) read(rest, { thread, isBegin: false });
    }
  }
  return events;

  /**
   * Adds the events of a system call: those of its start if `isBegin` is true, those of its end if `isBegin` is false.
   * If `isBegin` is null, the call has already had its effect when it started, so its end adds no event.
   */
  function read(call: string, { thread, isBegin }: { thread: string; isBegin: boolean | null }): void {
    if (isBegin === null) return;
    for (const event of eventsOf(call, thread, isBegin)) {
      if (event.kind === "answer" || event.path === folder || event.path.startsWith(`${folder}/`)) events.push(event);
    }
  }
}

/**
 * Whether a call has its effect when it starts. This applies to writes, because parts of a write may reach the disk
 * before the call returns. Other calls have their effect when they return.
 */
function isAtOnce(call: string): boolean {
  return /^(pwrite64|pwritev|write|writev|sendmsg)\(/.test(call);
}

function eventsOf(call: string, thread: string, isBegin: boolean): TraceEvent[] {
  const name = /^\w+/.exec(call)?.[0] ?? "";
  const path = pathOf(call);
  if (isAtOnce(call)) {
    const data = Buffer.concat(textsOf(call.replace(/^\w+\(\d+<[^>]*>/, "")));
    if (path.startsWith("/"))
      return [{ kind: "write", path, data, offset: name.startsWith("p") ? offsetOf(call) : null }];
    return isAnswer(data) ? [{ kind: "answer", text: data.toString() }] : [];
  }
  if (name === "fsync" || name === "fdatasync") {
    if (isBegin) return [{ kind: "sync", path, thread }];
    return / = 0\s*$/.test(call) ? [{ kind: "synced", path, thread }] : [];
  }
  const result = / = (\d+)/.exec(call.slice(call.lastIndexOf(")")));
  if (isBegin || result === null) return [];
  const texts = textsOf(call).map(String);
  switch (name) {
    case "openat":
      return call.includes("O_CREAT") ? [{ kind: "create", path: texts[0] ?? "" }] : [];
    case "mkdir":
    case "mkdirat":
      return [{ kind: "makeFolder", path: texts[0] ?? "" }];
    case "unlink":
    case "unlinkat":
      return [{ kind: "remove", path: texts[0] ?? "" }];
    case "rename":
    case "renameat":
    case "renameat2":
      return [{ kind: "rename", path: texts[0] ?? "", to: texts[1] ?? "" }];
    case "link":
    case "linkat":
      return [{ kind: "link", path: texts[0] ?? "", to: texts[1] ?? "" }];
    case "ftruncate":
      return [{ kind: "truncate", path, size: Number(/, (\d+) ?\)/.exec(call)?.[1]) }];
    default:
      return [];
  }
}

function offsetOf(call: string): number {
  const [rest = ""] = call.slice(call.lastIndexOf('"') + 1).split(")");
  return Number(rest.match(/\d+/g)?.at(-1));
}

function isAnswer(data: Buffer): boolean {
  return data.includes("HTTP/1.1") || data.includes('"data"');
}

function pathOf(call: string): string {
  const written = /^\w+\(\d+<([^>]*)>/.exec(call)?.[1] ?? "";
  return written.includes("\\x") ? fromHex(written).toString() : written;
}

function textsOf(call: string): Buffer[] {
  return [...call.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, text = ""]) => fromHex(text));
}

function fromHex(text: string): Buffer {
  return Buffer.from(text.replaceAll("\\x", ""), "hex");
}
