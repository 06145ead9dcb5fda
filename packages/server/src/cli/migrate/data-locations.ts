import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { describeDataFolder, prepareDataFolder } from "../../data-folder/data-folder.ts";
import { loadConfiguration } from "../../config/load-configuration.ts";
import { parseOption } from "../../config/setting-types.ts";
import { openDiskFileStorage, readDiskFiles } from "../../files/disk-file-storage.ts";
import type { FileStorage } from "../../files/file-storage.ts";
import type { S3FileStorageOptions } from "../../files/s3-file-storage.ts";
import type { Store } from "../../store/store.ts";
import { CommandError } from "../command-error.ts";
import { databaseName } from "../location-name.ts";
import type { Terminal } from "../terminal.ts";
import type { FileSource } from "./move-files.ts";
import type { End } from "./move-project.ts";

/** A data folder or the URL of a PostgreSQL database, with its file storage. */
export interface DataLocation {
  /** Printable form, without credentials. */
  readonly name: string;
  readonly databaseUrl: string | null;
  readonly folder: string | null;
  /** Folder of the files, or the URL of an S3 bucket; null if not given. */
  readonly files: string | null;
}

export function parseLocation(flag: string, value: string, files: string | undefined): DataLocation {
  const given = files === undefined ? null : files.startsWith("s3://") ? checked(flag, files) : resolve(files);
  if (/^[a-z][\w+.-]*:\/\//i.test(value)) {
    const databaseUrl = parsed(flag, () => parseOption({ type: "postgres-url" }, value));
    return { name: databaseName(databaseUrl), databaseUrl, folder: null, files: given };
  }
  const { folder, files: own } = describeDataFolder(value);
  return { name: folder, databaseUrl: null, folder, files: given ?? own };
}

function checked(flag: string, url: string): string {
  return parsed(`${flag}-files`, () => parseOption({ type: "s3-url" }, url));
}

function parsed(flag: string, parse: () => string): string {
  try {
    return parse();
  } catch (error) {
    throw new CommandError(`${flag} ${(error as Error).message}.`);
  }
}

export async function openSource(place: DataLocation, env: Terminal["env"]): Promise<End<FileSource>> {
  const store = place.databaseUrl === null ? await openFolder(place) : await openDatabase(place.databaseUrl, true, env);
  const { files } = place;
  return { store, files: files === null ? null : await closingOnFailure(store, () => openFileSource(files, env)) };
}

/** Opens the target of a migration for writing. Creates the folder if it does not exist. */
export async function openTarget(place: DataLocation, env: Terminal["env"]): Promise<End<FileStorage>> {
  const store =
    place.databaseUrl === null
      ? await createFolder(place.folder ?? "")
      : await openDatabase(place.databaseUrl, false, env);
  const { files } = place;
  const open = (): Promise<FileStorage> =>
    files?.startsWith("s3://") ? openBucket(files, false, env) : openDiskFileStorage(files ?? "");
  return { store, files: files === null ? null : await closingOnFailure(store, open) };
}

async function openDatabase(url: string, readOnly: boolean, env: Terminal["env"]): Promise<Store> {
  const { openPostgresStore } = await import("../../store/postgres/open-postgres-store.ts");
  const preparedStatements = loadConfiguration({ flags: {}, env }).databasePooler ? 0 : undefined;
  return openPostgresStore({ url, poolSize: 2, preparedStatements, readOnly, expires: false, makesPartitions: false });
}

async function openFolder({ folder }: DataLocation): Promise<Store> {
  const { database, folder: name } = describeDataFolder(folder ?? "");
  await access(database).catch(() => {
    throw new CommandError(`No Threadline database in ${name}.`);
  });
  const { requireFormat } = await import("../../store/sqlite/open-database.ts");
  requireFormat(database);
  const { openSqliteStore } = await import("../../store/sqlite/open-sqlite-store.ts");
  return openSqliteStore({ path: database, readOnly: true });
}

async function createFolder(folder: string): Promise<Store> {
  const { openSqliteStore } = await import("../../store/sqlite/open-sqlite-store.ts");
  return openSqliteStore({ path: (await prepareDataFolder(folder)).database, expires: false });
}

async function openFileSource(files: string, env: Terminal["env"]): Promise<FileSource> {
  return files.startsWith("s3://") ? openBucket(files, true, env) : readDiskFiles(files);
}

async function openBucket(url: string, readOnly: boolean, env: Terminal["env"]): Promise<FileStorage> {
  const { awsAccessKeyId, awsSecretAccessKey, awsSessionToken } = loadConfiguration({ flags: {}, env });
  const credentials: S3FileStorageOptions["credentials"] =
    awsAccessKeyId === undefined || awsSecretAccessKey === undefined
      ? undefined
      : { accessKeyId: awsAccessKeyId, secretAccessKey: awsSecretAccessKey, sessionToken: awsSessionToken };
  const { openS3FileStorage } = await import("../../files/s3-file-storage.ts");
  return openS3FileStorage({ url, credentials, readOnly });
}

async function closingOnFailure<Value>(store: Store, open: () => Promise<Value>): Promise<Value> {
  try {
    return await open();
  } catch (error) {
    await store.close();
    throw error;
  }
}
