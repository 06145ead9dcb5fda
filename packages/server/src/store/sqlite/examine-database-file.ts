import { damaged, examine } from "./open-database.ts";
import { newestFormat } from "../schema/format.ts";

/** What a database file is, without a change to it. */
export interface DatabaseFile {
  /** Of the tables in the file. */
  readonly format: number;
  /** Of the tables that this version makes. */
  readonly newestFormat: number;
  /** What was read to find no damage, in words. */
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
