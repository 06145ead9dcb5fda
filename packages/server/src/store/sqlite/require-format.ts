import { DatabaseSync } from "node:sqlite";
import { StoreOpenError } from "../errors.ts";
import { migrations } from "./schema.ts";

/** Throws a {@link StoreOpenError} unless the file has the tables of this version; changes nothing. */
export function requireFormat(path: string): void {
  const handle = new DatabaseSync(path, { readOnly: true });
  try {
    const row = handle.prepare("PRAGMA user_version").get();
    const version = Number(row?.["user_version"]);
    if (version === migrations.length) return;
    throw new StoreOpenError(
      `${path} has the format ${version}, and this Threadline knows ${migrations.length}. ` +
        "Start this version on it once, or use the version that wrote it.",
    );
  } finally {
    handle.close();
  }
}
