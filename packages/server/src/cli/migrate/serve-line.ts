import { basename, dirname, join } from "node:path";
import { describeDataFolder } from "../../data-folder/data-folder.ts";
import { CommandError } from "../command-error.ts";
import type { DataLocation } from "./data-locations.ts";
import { isBucket } from "./shared-files.ts";

/**
 * Throws a {@link CommandError} if the files are copied to a folder from which the target's server does not read files.
 */
export function requireServable({ folder, files }: DataLocation): void {
  if (files === null || isBucket(files)) return;
  if (folder !== null) {
    const own = describeDataFolder(folder).files;
    if (files === own) return;
    throw new CommandError(
      `Files in --to-files ${files} could not be read: a server with the data folder ${folder} only reads ${own}. Omit --to-files, or use an S3 bucket.`,
    );
  }
  if (basename(files) === "files") return;
  throw new CommandError(
    `Files in --to-files ${files} could not be read: a server reads the folder "files" of its data folder. ` +
      `Use --to-files ${join(files, "files")}, then "threadline serve --data-dir ${files}".`,
  );
}

/**
 * Returns the shell command that starts the service on the target, without the database password. If the database URL
 * has a password, the command refers to the environment variable `variable` instead of the URL. If `variable` is null,
 * the command has the URL with the word PASSWORD as password.
 */
export function describeServe({ databaseUrl, folder, files }: DataLocation, variable: string | null): string {
  const words = ["threadline", "serve"];
  if (databaseUrl !== null) words.unshift(`THREADLINE_DATABASE_URL=${hideSecrets(databaseUrl, variable)}`);
  const dataDir = folder ?? (files === null || isBucket(files) ? null : dirname(files));
  if (dataDir !== null) words.push("--data-dir", quote(dataDir));
  if (files !== null && isBucket(files)) words.push("--files-url", quote(files));
  return words.join(" ");
}

function hideSecrets(databaseUrl: string, variable: string | null): string {
  const url = new URL(databaseUrl);
  const secrets = [...url.searchParams.keys()].filter((name) => name.toLowerCase().includes("pass"));
  if (url.password === "" && secrets.length === 0) return quote(databaseUrl);
  if (variable !== null) return `"$${variable}"`;
  if (url.password !== "") url.password = "PASSWORD";
  for (const name of secrets) url.searchParams.set(name, "PASSWORD");
  return quote(url.href);
}

function quote(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
