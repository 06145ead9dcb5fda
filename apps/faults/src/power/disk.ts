import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { TraceEvent } from "./read-trace.ts";

/**
 * Which unsynced data survive a power failure: none, all, only the first changes, or random ones. With `some torn`, a
 * surviving write can also be incomplete.
 */
export type Loss = "nothing kept" | "everything kept" | "beginning kept" | "some kept" | "some torn";
export const losses: readonly Loss[] = ["nothing kept", "everything kept", "beginning kept", "some kept", "some torn"];

type Change =
  | { readonly kind: "write"; readonly data: Buffer; readonly offset: number }
  | { readonly kind: "truncate"; readonly size: number };

interface File {
  readonly isFolder: boolean;
  /** Content that survives every power failure. */
  durable: Buffer;
  /** Changes since the last sync, in order. */
  pending: Change[];
  /** Size of the content, including pending writes. */
  size: number;
}

/** An addition or a removal of a file name in a folder. It survives a power failure once the folder is synced. */
interface NameChange {
  readonly folder: string;
  readonly add: readonly [path: string, file: File] | null;
  readonly remove: string | null;
}

const sectorSize = 512;

/**
 * A disk with only the guarantees of POSIX: `fsync` on a file stores its content. The file's name survives a power
 * failure only after `fsync` on its folder.
 */
export class Disk {
  readonly #root: string;
  readonly #names = new Map<string, File>();
  readonly #durableNames = new Map<string, File>();
  #pendingNames: NameChange[] = [];
  /**
   * Syncs in progress, by thread. A sync only covers changes that were made before it started. For a file, these are
   * the first `count` entries of its `pending`. For a folder, they are among the first `names` entries of
   * `#pendingNames`.
   */
  readonly #syncs = new Map<string, { readonly file: File; readonly count: number; readonly names: number }>();

  /** `root` is an existing, empty folder. */
  constructor(root: string) {
    this.#root = root;
    const folder: File = { isFolder: true, durable: Buffer.alloc(0), pending: [], size: 0 };
    this.#names.set(root, folder);
    this.#durableNames.set(root, folder);
  }

  apply(event: TraceEvent): void {
    switch (event.kind) {
      case "create":
      case "makeFolder":
        if (this.#names.has(event.path)) return;
        return this.#change({
          folder: dirname(event.path),
          add: [event.path, { isFolder: event.kind === "makeFolder", durable: Buffer.alloc(0), pending: [], size: 0 }],
          remove: null,
        });
      case "remove":
        if (!this.#names.has(event.path)) return;
        return this.#change({ folder: dirname(event.path), add: null, remove: event.path });
      case "rename":
      case "link": {
        const file = this.#names.get(event.path);
        if (file === undefined) return;
        const remove = event.kind === "rename" ? event.path : null;
        return this.#change({ folder: dirname(event.to), add: [event.to, file], remove });
      }
      case "write": {
        const file = this.#names.get(event.path);
        if (file === undefined) return;
        const offset = event.offset ?? file.size;
        file.pending.push({ kind: "write", data: event.data, offset });
        file.size = Math.max(file.size, offset + event.data.length);
        return;
      }
      case "truncate": {
        const file = this.#names.get(event.path);
        if (file === undefined) return;
        file.pending.push({ kind: "truncate", size: event.size });
        file.size = event.size;
        return;
      }
      case "sync": {
        const file = this.#names.get(event.path);
        if (file === undefined) return;
        this.#syncs.set(event.thread, { file, count: file.pending.length, names: this.#pendingNames.length });
        return;
      }
      case "synced":
        return this.#sync(event.path, event.thread);
      case "answer":
    }
  }

  /** Simulates a power failure: writes one of the possible contents of the disk to the folder `target`. */
  writeAfterCut(target: string, loss: Loss, random: () => number): void {
    const names = new Map(this.#durableNames);
    const folders = new Map<string, number>();
    for (const change of this.#pendingNames) folders.set(change.folder, (folders.get(change.folder) ?? 0) + 1);
    // Of a folder's pending name changes, only the first ones survive. `keptCount` returns their number.
    for (const [folder, count] of folders) folders.set(folder, keptCount(count, loss, random));
    for (const change of this.#pendingNames) {
      const left = folders.get(change.folder) ?? 0;
      folders.set(change.folder, left - 1);
      if (left > 0) rename(names, change);
    }
    mkdirSync(target, { recursive: true });
    const found = [...names].toSorted(([one], [other]) => one.length - other.length);
    for (const [path, file] of found) {
      // If a folder is missing, the files in it are missing, too.
      if (path === this.#root || !isReachable(names, path, this.#root)) continue;
      const place = join(target, relative(this.#root, path));
      if (file.isFolder) mkdirSync(place);
      else writeFileSync(place, contentAfterCut(file, loss, random));
    }
  }

  #change(change: NameChange): void {
    rename(this.#names, change);
    this.#pendingNames.push(change);
  }

  #sync(path: string, thread: string): void {
    const begun = this.#syncs.get(thread);
    this.#syncs.delete(thread);
    if (begun === undefined) return;
    const { file, count, names } = begun;
    if (file.isFolder) {
      const isSynced = (change: NameChange, index: number): boolean => index < names && change.folder === path;
      for (const change of this.#pendingNames.filter(isSynced)) rename(this.#durableNames, change);
      this.#pendingNames = this.#pendingNames.filter((change, index) => !isSynced(change, index));
      return;
    }
    file.durable = changed(file.durable, file.pending.splice(0, count));
  }
}

function rename(names: Map<string, File>, { add, remove }: NameChange): void {
  if (remove !== null) names.delete(remove);
  if (add !== null) names.set(...add);
}

function isReachable(names: ReadonlyMap<string, File>, path: string, root: string): boolean {
  const folder = dirname(path);
  return folder === root || (names.has(folder) && isReachable(names, folder, root));
}

function keptCount(count: number, loss: Loss, random: () => number): number {
  if (loss === "nothing kept") return 0;
  return loss === "everything kept" ? count : Math.floor(random() * (count + 1));
}

function contentAfterCut({ durable, pending }: File, loss: Loss, random: () => number): Buffer {
  switch (loss) {
    case "nothing kept":
      return durable;
    case "everything kept":
      return changed(durable, pending);
    case "beginning kept":
      return changed(durable, pending.slice(0, Math.floor(random() * (pending.length + 1))));
    case "some kept":
      return changed(
        durable,
        pending.filter(() => random() < 0.5),
      );
    case "some torn":
      return changed(
        durable,
        pending.flatMap((change) => (change.kind === "write" ? tear(change, random) : random() < 0.5 ? [change] : [])),
      );
  }
}

/**
 * Returns the part of a torn write that reaches the disk. Each sector of the write reaches the disk with a probability
 * of 70%.
 */
function tear({ data, offset }: Extract<Change, { kind: "write" }>, random: () => number): Change[] {
  const changes: Change[] = [];
  for (let from = 0; from < data.length;) {
    const to = Math.min(data.length, from + sectorSize - ((offset + from) % sectorSize));
    if (random() < 0.7) changes.push({ kind: "write", data: data.subarray(from, to), offset: offset + from });
    from = to;
  }
  return changes;
}

/** Returns the content after the changes. Holes are filled with zeros. */
function changed(content: Buffer, changes: readonly Change[]): Buffer {
  if (changes.length === 0) return content;
  const sizes = changes.map((change) => (change.kind === "write" ? change.offset + change.data.length : change.size));
  const result = Buffer.alloc(Math.max(content.length, ...sizes));
  content.copy(result);
  let size = content.length;
  for (const change of changes) {
    if (change.kind === "write") {
      change.data.copy(result, change.offset);
      size = Math.max(size, change.offset + change.data.length);
    } else {
      if (change.size < size) result.fill(0, change.size, size);
      size = change.size;
    }
  }
  return result.subarray(0, size);
}
