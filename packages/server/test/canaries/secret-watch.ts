import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";

/** Secrets and findings of a test file. All copies of this module in a process share them. */
interface Watch {
  readonly secrets: Set<string>;
  leaks: string[];
}

const place = Symbol.for("threadline.test.secrets");
const shared = globalThis as { [place]?: Watch };
const watch: Watch = (shared[place] ??= { secrets: new Set(), leaks: [] });

/** Minimum length of a secret. Shorter texts occur by chance. */
const minLength = 10;
/** Maximum number of rows searched per table. Few tests write more. */
const maxRows = 2_000;
/** An API key created by the service: 256 random bits. */
const madeKey = /tl_[\w-]{43}/;
const prefix = "tl_";
/**
 * Maximum length of a word in which a key is searched. It is longer than a key, because other bytes in a file may be
 * next to a key. Longer random words contain `tl_` by chance.
 */
const maxKeyWordLength = 46 + 16;

/** Registers a secret that the service must not write anywhere. */
export function noteSecret(secret: unknown): void {
  if (typeof secret === "string" && secret.length >= minLength) watch.secrets.add(secret);
}

/** Forgets the secrets and leaks of an earlier file in the same process. */
export function forgetSecrets(): void {
  watch.secrets.clear();
  watch.leaks = [];
}

/** Searches a text for secrets. `where` describes the text. */
export function watchText(where: string, text: string): void {
  for (const secret of watch.secrets) if (text.includes(secret)) watch.leaks.push(`${where} holds ${secret}`);
  // Reads only words with the prefix, instead of searching the text for each of thousands of keys.
  for (let at = text.indexOf(prefix); at !== -1; at = text.indexOf(prefix, at + 1)) {
    const [start = ""] = /[\w-]*$/.exec(text.slice(Math.max(0, at - maxKeyWordLength), at)) ?? [];
    const [rest = ""] = /^[\w-]*/.exec(text.slice(at, at + maxKeyWordLength + 1)) ?? [];
    const word = start + rest;
    const [key] = word.length > maxKeyWordLength ? [] : (madeKey.exec(word) ?? []);
    if (key !== undefined) watch.leaks.push(`${where} holds the key ${key}`);
  }
}

/** Searches every table of a database for secrets. Unreadable tables are skipped. */
export function watchDatabase(database: DatabaseSync): void {
  for (const [table, text] of readTables(database)) watchText(`The table ${table}`, text);
}

function readTables(database: DatabaseSync): (readonly [string, string])[] {
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'");
    return (tables.all() as { name: string }[]).map(({ name }) => {
      const select = database.prepare(`SELECT * FROM "${name}" LIMIT ${maxRows}`);
      // Some row keys exceed the range of a JavaScript number.
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

/** Searches the bytes of all files in a folder for secrets. */
export function watchFolder(folder: string): void {
  for (const file of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())) {
    const bytes = withoutUnwritten(readFileSync(join(folder, file.name)));
    // One character per byte, so that no sequence of bytes is lost.
    watchText(`The file ${file.name}`, bytes.toString("latin1"));
  }
}

const unwritten = Buffer.alloc(65_536);

/** Omits blocks of zeros at the end. An unwritten part of PostgreSQL's write-ahead log consists of zeros. */
function withoutUnwritten(bytes: Buffer): Buffer {
  let { length } = bytes;
  while (length >= unwritten.length && bytes.subarray(length - unwritten.length, length).equals(unwritten)) {
    length -= unwritten.length;
  }
  return bytes.subarray(0, length);
}

/** Returns the findings since the last call. */
export function takeLeaks(): readonly string[] {
  const { leaks } = watch;
  watch.leaks = [];
  return [...new Set(leaks)];
}
