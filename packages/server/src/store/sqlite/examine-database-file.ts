import { DatabaseSync } from "node:sqlite";
import { newestFormat, requireNewestFormat } from "../schema/format.ts";
import { damaged, examine } from "./open-database.ts";

/** Facts about a database file, read without changing it. */
export interface DatabaseFile {
  /** Of the tables in the file. */
  readonly format: number;
  /** Of the tables that this version makes. */
  readonly newestFormat: number;
  /** Description of the checks that found no damage. */
  readonly verified: string;
}

/** Throws a `StoreOpenError` that says what to do when the file is damaged, newer than this version or not ours. */
export function examineDatabaseFile(path: string, { deep }: { readonly deep: boolean }): DatabaseFile {
  return examine(path, (database, format, verified) => {
    if (deep) {
      const findings = database.all<{ integrity_check: string }>("PRAGMA integrity_check(3)");
      const texts = findings.map((finding) => finding.integrity_check).filter((text) => text !== "ok");
      if (texts.length > 0) throw damaged(path, texts.join("; "));
    }
    return { format, newestFormat: newestFormat(), verified };
  });
}

/** Throws a `StoreOpenError` unless the file has the tables of this version; changes nothing. */
export function requireFormat(path: string): void {
  const handle = new DatabaseSync(path, { readOnly: true });
  try {
    const row = handle.prepare("PRAGMA user_version").get();
    requireNewestFormat(path, Number(row?.["user_version"]));
  } finally {
    handle.close();
  }
}
