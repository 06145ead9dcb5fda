import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { checksumOfUpgrades, type KeptFormat } from "./kept-format.ts";

export interface ReadFormat {
  readonly format: KeptFormat;
  readonly read: (name: "data.tar.gz" | "database.sql.gz") => Buffer;
  readonly answers: (name: "data.json.gz" | "database.json.gz") => object;
}

/** Reads all archived formats in a folder, one per release. */
export function readKeptFormats(folder: string = join(import.meta.dirname, "formats")): ReadFormat[] {
  const releases = existsSync(folder) ? readdirSync(folder) : [];
  return releases.toSorted().map((release) => {
    const path = (name: string): string => join(folder, release, name);
    return {
      format: JSON.parse(readFileSync(path("format.json"), "utf8")) as KeptFormat, // written by `keep-format`
      read: (name) => readFileSync(path(name)),
      answers: (name) => JSON.parse(gunzipSync(readFileSync(path(name))).toString()) as object,
    };
  });
}

/** Whether the upgrades up to an archived format are unchanged. */
export function hasItsUpgrades({ format }: ReadFormat): boolean {
  return checksumOfUpgrades(format.format) === format.upgrades;
}
