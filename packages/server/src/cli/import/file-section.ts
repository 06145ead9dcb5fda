import { stat, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { isJsonObject } from "../../records/json-values.ts";
import type { JsonObject } from "../../json/json-value.ts";
import { CommandError } from "../command-error.ts";
import type { ImportRecord } from "./import-record.ts";
import type { Section } from "./import-source.ts";
import { readJsonFile } from "./read-json-values.ts";

/** Records of a file that are stored together. */
const recordsPerPage = 100;
/** Maximum characters of these records, except for a single larger record. */
const charactersPerPage = 8_000_000;

/** Location of an object in a file. */
export interface ObjectOrigin {
  /** Name of the file, without folder and extension. */
  readonly name: string;
  /** Position among the objects of the file, from 0. */
  readonly index: number;
}

/** Reads the objects of files, and of the `*.json`, `*.jsonl` and `*.gz` files of folders, in the order of names. */
async function* readObjects(paths: readonly string[]): AsyncGenerator<readonly [JsonObject, ObjectOrigin]> {
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop -- one file after the other
    for (const file of await listFiles(path)) {
      const name = basename(file).replace(/\.(json|jsonl|ndjson)(\.gz)?$/u, "");
      let index = 0;
      for await (const value of readJsonFile(file)) {
        if (isJsonObject(value)) yield [value, { name, index }];
        index += 1;
      }
    }
  }
}

async function listFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => /\.(json|jsonl|ndjson)(\.gz)?$/u.test(name)).toSorted();
  if (names.length === 0) throw new CommandError(`${path} has no files *.json or *.jsonl.`);
  return names.map((name) => join(path, name));
}

/** Maps the objects of files in one pass. */
export interface ObjectMapper {
  /** Receives all objects before `map`, for records that depend on others. */
  readonly prepare?: ((object: JsonObject, origin: ObjectOrigin) => void) | undefined;
  readonly map: (object: JsonObject, origin: ObjectOrigin) => readonly ImportRecord[];
}

/**
 * Creates a section of the objects in files. Each pass has its own mapper; the position is the number of read objects.
 */
export function createFileSection(paths: readonly string[], createMapper: () => ObjectMapper): Section {
  return {
    name: "files",
    async *pages(after) {
      const { prepare, map } = createMapper();
      if (prepare !== undefined) for await (const [object, origin] of readObjects(paths)) prepare(object, origin);
      const skipped = Number(after ?? 0);
      let count = 0;
      let records: ImportRecord[] = [];
      let characters = 0;
      for await (const [object, origin] of readObjects(paths)) {
        count += 1;
        const mapped = map(object, origin);
        if (count <= skipped) continue;
        records.push(...mapped);
        characters += JSON.stringify(object).length;
        if (records.length < recordsPerPage && characters < charactersPerPage) continue;
        yield { records, next: String(count) };
        records = [];
        characters = 0;
      }
      if (records.length > 0) yield { records, next: String(count) };
    },
  };
}
