import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { JsonObject, JsonValue } from "../../json/json-value.ts";
import { isJsonObject } from "../../records/json-values.ts";
import { CommandError } from "../command-error.ts";
import { readJsonFile } from "./read-json-values.ts";

export interface ObjectOrigin {
  readonly place: string;
  readonly path: string;
  /** Name of the file, without folder and extension. */
  readonly name: string;
  readonly index: number;
}

/**
 * Reads the JSON objects of files, and of all `.json`, `.jsonl` and `.ndjson` files in folders. Files may be compressed
 * (`.gz`). Yields null for a value that is not an object.
 */
export async function* readObjects(
  places: readonly string[],
): AsyncGenerator<readonly [JsonObject | null, ObjectOrigin]> {
  for (const place of places) {
    // oxlint-disable-next-line no-await-in-loop -- one file after the other
    for (const path of await listFiles(place)) {
      const name = basename(path).replace(/\.(json|jsonl|ndjson)(\.gz)?$/u, "");
      let index = 0;
      for await (const value of readJsonFile(path)) {
        for (const object of unwrap(value)) {
          yield [object, { place, path, name, index }];
          index += 1;
        }
      }
    }
  }
}

async function listFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  const files = names.filter((name) => /\.(json|jsonl|ndjson)(\.gz)?$/u.test(name)).toSorted();
  if (files.length === 0) {
    throw new CommandError(`${path} contains no .json, .jsonl or .ndjson files, with or without .gz.`);
  }
  return files.map((name) => join(path, name));
}

const listNames = ["data", "runs", "events", "objects", "content"];

function unwrap(value: JsonValue): readonly (JsonObject | null)[] {
  if (!isJsonObject(value)) return [null];
  if (["id", "name", "type", "trace", "experiment"].some((key) => value[key] !== undefined)) return [value];
  const list = listNames.map((name) => value[name]).find((each) => Array.isArray(each));
  return Array.isArray(list) ? list.map((each) => (isJsonObject(each) ? each : null)) : [value];
}
