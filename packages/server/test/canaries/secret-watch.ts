import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";

/** What a test file has told and found, wherever it does so: modules may be there twice. */
interface Watch {
  readonly secrets: Set<string>;
  leaks: string[];
}

const place = Symbol.for("threadline.test.secrets");
const shared = globalThis as { [place]?: Watch };
const watch: Watch = (shared[place] ??= { secrets: new Set(), leaks: [] });

/** Shorter ones occur by chance, and are passwords of nobody. */
const minLength = 10;
/** Rows of a table that are looked at; few tests write more. */
const maxRows = 2_000;
/** An API key that the service has made: 256 random bits. */
const madeKey = /tl_[\w-]{43}/;

/** From now on nothing that the service writes may hold the text. */
export function noteSecret(secret: unknown): void {
  if (typeof secret === "string" && secret.length >= minLength) watch.secrets.add(secret);
}

/** Looks for secrets in a text; `where` tells whose it is. */
export function watchText(where: string, text: string): void {
  for (const secret of watch.secrets) if (text.includes(secret)) watch.leaks.push(`${where} holds ${secret}`);
  const [key] = madeKey.exec(text) ?? [];
  if (key !== undefined) watch.leaks.push(`${where} holds the key ${key}`);
}

/** Looks for secrets in every table of a database. One that cannot be read tells a thief nothing either. */
export function watchDatabase(database: DatabaseSync): void {
  for (const [table, text] of readTables(database)) watchText(`The table ${table}`, text);
}

function readTables(database: DatabaseSync): (readonly [string, string])[] {
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'");
    return (tables.all() as { name: string }[]).map(({ name }) => {
      const select = database.prepare(`SELECT * FROM "${name}" LIMIT ${maxRows}`);
      // Some keys are too large for a number.
      select.setReadBigInts(true);
      return [name, select.all().flatMap(textsOf).join("\n")];
    });
  } catch {
    return [];
  }
}

function textsOf(row: Readonly<Record<string, SQLOutputValue>>): string[] {
  return Object.values(row).flatMap((value) => {
    if (value instanceof Uint8Array) return [Buffer.from(value).toString("latin1")];
    return typeof value === "string" ? [value] : [];
  });
}

/** Looks for secrets in the bytes of all files of a folder, as a thief of a disk would. */
export function watchFolder(folder: string): void {
  for (const file of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())) {
    // A byte for each character, so that no sequence of bytes is lost.
    watchText(`The file ${file.name}`, readFileSync(join(folder, file.name), "latin1"));
  }
}

/** What was found since it was last taken. */
export function takeLeaks(): readonly string[] {
  const { leaks } = watch;
  watch.leaks = [];
  return [...new Set(leaks)];
}
