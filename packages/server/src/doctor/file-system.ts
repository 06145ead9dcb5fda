export interface FileSystem {
  readonly name: string;
  /**
   * On `network` file systems, locks and shared memory do not work across machines. The content of `memory` is lost at
   * a restart, and the content of a `layer` is lost with its container.
   */
  readonly kind: "local" | "memory" | "network" | "layer" | "unknown";
}

/** Known file systems, by their type number in linux/magic.h. */
const known: ReadonlyMap<number, FileSystem> = new Map([
  [0x6969, { name: "NFS", kind: "network" }],
  [0x517b, { name: "SMB", kind: "network" }],
  [0xfe534d42, { name: "SMB", kind: "network" }],
  [0xff534d42, { name: "CIFS", kind: "network" }],
  [0x5346414f, { name: "AFS", kind: "network" }],
  [0x00c36400, { name: "CephFS", kind: "network" }],
  [0x01021997, { name: "9p", kind: "network" }],
  [0x0bd00bd0, { name: "Lustre", kind: "network" }],
  [0x47504653, { name: "GPFS", kind: "network" }],
  [0x01021994, { name: "tmpfs", kind: "memory" }],
  [0x858458f6, { name: "ramfs", kind: "memory" }],
  [0x794c7630, { name: "overlayfs", kind: "layer" }],
  [0xef53, { name: "ext4", kind: "local" }],
  [0x58465342, { name: "XFS", kind: "local" }],
  [0x9123683e, { name: "Btrfs", kind: "local" }],
  [0x2fc12fc1, { name: "ZFS", kind: "local" }],
  [0xf2f52010, { name: "F2FS", kind: "local" }],
]);

/**
 * Describes a file system by its `type` from `statfs`. Some systems return the type as a signed integer, so it is
 * converted to an unsigned one.
 */
export function describeFileSystem(type: number): FileSystem {
  const number = type >>> 0;
  return known.get(number) ?? { name: `file system 0x${number.toString(16)}`, kind: "unknown" };
}
