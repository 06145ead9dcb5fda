import { access, constants, stat, statfs } from "node:fs/promises";
import type { Stats } from "node:fs";
import { dirname } from "node:path";
import { describeDataFolder } from "../data-folder/data-folder.ts";
import type { Deployment } from "./deployment.ts";
import { describeFileSystem } from "./file-system.ts";
import { failure, ok, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { formatBytes } from "./format-bytes.ts";

export async function checkDataFolder(deployment: Deployment): Promise<Finding[]> {
  const { folder } = describeDataFolder(deployment.configuration.dataDir);
  const found = await statOrNull(folder);
  if (found === null) return [await checkMissing(folder)];
  if (!found.isDirectory()) {
    return [failure("data-folder", `${folder} is not a folder.`, "Choose another with --data-dir.")];
  }
  const { databaseUrl, filesUrl } = deployment.configuration;
  const owner = await checkOwner(folder, found);
  // With a database URL and a bucket, the service does not use the folder, so the other checks are skipped.
  if (databaseUrl !== undefined && filesUrl !== undefined) return [owner];
  return [
    owner,
    checkRights(folder, found),
    ...(await checkDisk(folder, deployment)),
    ...(databaseUrl === undefined ? await checkClock(deployment) : []),
  ];
}

async function statOrNull(path: string): Promise<Stats | null> {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

async function checkMissing(folder: string): Promise<Finding> {
  let parent = dirname(folder);
  // oxlint-disable-next-line no-await-in-loop -- searches upwards for an existing folder
  while ((await statOrNull(parent)) === null) parent = dirname(parent);
  const isWritable = await access(parent, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable
    ? warning(
        "data-folder",
        `${folder} does not exist.`,
        "The service creates it at its first start. If it should exist already, check --data-dir.",
      )
    : failure(
        "data-folder",
        `${folder} does not exist, and ${parent} is not writable.`,
        "Create it, or choose another with --data-dir.",
      );
}

async function checkOwner(folder: string, { uid }: Stats): Promise<Finding> {
  if (process.getuid?.() === 0 && uid !== 0) {
    return warning(
      "data-folder",
      `${folder} belongs to user ${uid}, and this command runs as root.`,
      `Run this command as user ${uid}. As root, it cannot check what that user may access.`,
    );
  }
  const isUsable = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return isUsable
    ? ok("data-folder", `${folder} can be read and written.`)
    : failure(
        "data-folder",
        `${folder} belongs to user ${uid}, and the user of this command has no access.`,
        `Change the owner of the folder (chown -R), or run the service and this command as user ${uid}.`,
      );
}

/**
 * Checks the permissions of the folder. Its files are readable only by their owner, but everyone who can write to the
 * folder can replace or delete them.
 */
function checkRights(folder: string, { mode }: Stats): Finding {
  const rights = (mode & 0o777).toString(8).padStart(4, "0");
  const advice = `chmod 700 ${folder}`;
  if ((mode & 0o002) !== 0) return failure("data-rights", `All users can write to ${folder} (${rights}).`, advice);
  if ((mode & 0o077) !== 0) return warning("data-rights", `Other users can read ${folder} (${rights}).`, advice);
  return ok("data-rights", `Only its owner has access (${rights}).`);
}

async function checkDisk(folder: string, { configuration, minFreeBytes }: Deployment): Promise<Finding[]> {
  const { bavail, bsize, type } = await statfs(folder);
  const free = bavail * bsize;
  const { database } = describeDataFolder(configuration.dataDir);
  const needed = (await statOrNull(database))?.size ?? 0;
  const space = `${formatBytes(free)} free`;
  return [
    checkFileSystem(type, configuration.databaseUrl === undefined),
    free < minFreeBytes
      ? failure(
          "disk-space",
          `${space}, less than ${formatBytes(minFreeBytes)}.`,
          "Free some space, or use a larger disk.",
        )
      : free < needed
        ? warning(
            "disk-space",
            `${space}, less than a backup of the database needs.`,
            "Free some space, or create backups on another disk.",
          )
        : ok("disk-space", `${space}.`),
  ];
}

function checkFileSystem(type: number, hasDatabase: boolean): Finding {
  const { name, kind } = describeFileSystem(type);
  if (kind === "network" && hasDatabase) {
    return failure(
      "file-system",
      `The database is on the network file system ${name}, where file locks and shared memory are unreliable.`,
      "Use a local disk, or PostgreSQL (--database-url).",
    );
  }
  if (kind === "memory") {
    return warning(
      "file-system",
      `The data folder is on ${name} and is lost when the machine restarts.`,
      "Use a persistent disk.",
    );
  }
  if (kind === "layer") {
    return warning("file-system", `The data folder is on ${name} and is lost with the container.`, "Mount a volume.");
  }
  return ok("file-system", `${name}.`);
}

/** Checks the clock. If it was set back, new records look older than earlier ones. */
async function checkClock({ configuration, now }: Deployment): Promise<Finding[]> {
  const written = await statOrNull(describeDataFolder(configuration.dataDir).database);
  if (written === null) return [];
  const ahead = Math.round((written.mtimeMs - now()) / 1000);
  return [
    ahead > 60
      ? failure(
          "clock",
          `The database was last written ${ahead} s in the future.`,
          "Correct the clock of this machine (NTP).",
        )
      : ok("clock", "The clock is not behind the last write."),
  ];
}
