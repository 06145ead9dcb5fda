import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A disk of a few megabytes in memory. Only root can create one. */
export interface SmallDisk {
  readonly folder: string;
  /** Uses up the free space. */
  fill(): void;
  /** Frees the space that `fill` used. */
  empty(): void;
  /** Makes the disk read-only. No file may be open for writing. */
  makeReadOnly(): void;
  remove(): void;
}

/** Whether this process can create a small disk. In a container, even root may lack the permission. */
export function canMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    makeSmallDisk(1).remove();
    return true;
  } catch {
    return false;
  }
}

export function makeSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), "threadline-disk-"));
  const ballast = join(folder, "ballast");
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { stdio: "pipe" });
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
  return {
    folder,
    fill() {
      const file = openSync(ballast, "a");
      // Writes smaller and smaller pieces until not a single byte fits.
      for (let piece = Buffer.alloc(64 * 1024); piece.length > 0;) {
        try {
          if (writeSync(file, piece) < piece.length) piece = piece.subarray(piece.length / 2);
        } catch {
          piece = piece.subarray(Math.ceil(piece.length / 2));
          if (piece.length === 1) break;
        }
      }
      closeSync(file);
    },
    empty: () => rmSync(ballast, { force: true }),
    makeReadOnly: () => void execFileSync("mount", ["-o", "remount,ro", folder]),
    remove() {
      execFileSync("umount", ["--lazy", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
