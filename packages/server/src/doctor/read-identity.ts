import { existsSync } from "node:fs";
import { describeDataFolder } from "../data-folder/data-folder.ts";
import type { Configuration } from "../config/settings.ts";
import type { Store } from "../store/store.ts";

/**
 * Returns the identity of the configured store, by which two processes can determine whether they use the same
 * database. Null if the store does not exist. Writes nothing.
 */
export async function readIdentity({ dataDir, databaseUrl }: Configuration): Promise<string | null> {
  const { database: path } = describeDataFolder(dataDir);
  if (databaseUrl === undefined && !existsSync(path)) return null;
  const store = await openReadOnly(path, databaseUrl);
  try {
    return await store.identity();
  } finally {
    await store.close();
  }
}

async function openReadOnly(path: string, url: string | undefined): Promise<Store> {
  if (url === undefined) {
    const { openSqliteStore } = await import("../store/sqlite/open-sqlite-store.ts");
    return openSqliteStore({ path, readOnly: true });
  }
  const { openPostgresStore } = await import("../store/postgres/open-postgres-store.ts");
  // Prepared statements are disabled: poolers may not support them, and these few queries do not need them.
  return openPostgresStore({ url, poolSize: 1, preparedStatements: 0, readOnly: true });
}
