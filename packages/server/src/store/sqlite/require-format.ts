import { DatabaseSync } from "node:sqlite";
import { requireNewestFormat } from "../schema/format.ts";

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
