import { access, constants, stat, statfs } from "node:fs/promises";
import type { Stats } from "node:fs";
import { dirname } from "node:path";
import { describeDataFolder } from "../data-folder/data-folder.ts";
import type { Deployment } from "./deployment.ts";
import { describeFileSystem } from "./file-system.ts";
import { failure, ok, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { formatBytes } from "./format-bytes.ts";

/** The folder of the database and the files: whose it is, who else reads it, what disk it is on. */
export async function checkDataFolder(deployment: Deployment): Promise<Finding[]> {
  const { folder } = describeDataFolder(deployment.configuration.dataDir);
  const found = await statOrNull(folder);
  if (found === null) return [await checkMissing(folder)];
  if (!found.isDirectory()) {
    return [failure("data-folder", `${folder} is no folder.`, "Name another with --data-dir.")];
  }
  const { databaseUrl, filesUrl } = deployment.configuration;
  const owner = await checkOwner(folder, found);
  // Nothing is kept there.
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
  // oxlint-disable-next-line no-await-in-loop -- upwards, to what exists
  while ((await statOrNull(parent)) === null) parent = dirname(parent);
  const isWritable = await access(parent, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable
    ? warning("data-folder", `${folder} is not there.`, "The first start makes it; is it the right one? (--data-dir)")
    : failure("data-folder", `${folder} is not there, and ${parent} is not writable.`, "Make it, or name another.");
}

async function checkOwner(folder: string, { uid }: Stats): Promise<Finding> {
  if (process.getuid?.() === 0 && uid !== 0) {
    return warning(
      "data-folder",
      `${folder} belongs to the user ${uid}, and this runs as root.`,
      "Run this command as that user: what it may do is not seen from here.",
    );
  }
  const isUsable = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return isUsable
    ? ok("data-folder", `${folder} can be read and written.`)
    : failure("data-folder", `${folder} belongs to the user ${uid}, and is not open to this one.`, `chown -R it.`);
}

/** What is in the folder is its owner's alone, unless somebody else may put things there. */
function checkRights(folder: string, { mode }: Stats): Finding {
  const rights = (mode & 0o777).toString(8).padStart(4, "0");
  const advice = `chmod 700 ${folder}`;
  if ((mode & 0o002) !== 0) return failure("data-rights", `Everybody may write to ${folder} (${rights}).`, advice);
  if ((mode & 0o077) !== 0) return warning("data-rights", `Others may look into ${folder} (${rights}).`, advice);
  return ok("data-rights", `Its owner alone opens it (${rights}).`);
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
          "Make room, or move to a larger disk.",
        )
      : free < needed
        ? warning(
            "disk-space",
            `${space}, less than the database has.`,
            "Make room: a backup on this disk does not fit.",
          )
        : ok("disk-space", `${space}.`),
  ];
}

function checkFileSystem(type: number, hasDatabase: boolean): Finding {
  const { name, kind } = describeFileSystem(type);
  if (kind === "network" && hasDatabase) {
    return failure(
      "file-system",
      `The database is on ${name}, where locks and shared memory do not hold.`,
      "Use a disk of this machine, or PostgreSQL (--database-url).",
    );
  }
  if (kind === "memory") {
    return warning("file-system", `The data folder is on ${name}, gone with the machine.`, "Use a disk.");
  }
  if (kind === "layer") {
    return warning("file-system", `The data folder is on ${name}, gone with its container.`, "Mount a volume there.");
  }
  return ok("file-system", `${name}.`);
}

/** A clock that was set back makes new records look older than those before. */
async function checkClock({ configuration, now }: Deployment): Promise<Finding[]> {
  const written = await statOrNull(describeDataFolder(configuration.dataDir).database);
  if (written === null) return [];
  const ahead = Math.round((written.mtimeMs - now()) / 1000);
  return [
    ahead > 60
      ? failure("clock", `The database was written ${ahead} s in the future of this clock.`, "Set the clock (NTP).")
      : ok("clock", "Not before the last write."),
  ];
}
