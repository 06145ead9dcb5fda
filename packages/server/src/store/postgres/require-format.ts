import { StoreOpenError } from "../errors.ts";
import { requireNewestFormat } from "../schema/format.ts";
import { codeOf, type Database } from "./database.ts";
import { explainOpenFailure } from "./migrate.ts";

/** undefined_table */
const missingTable = "42P01";

/** Rejects with a {@link StoreOpenError} unless the database has the tables of this version; changes nothing. */
export async function requireFormat(database: Database): Promise<void> {
  const version = await database
    .read(null, (session) => session.get<{ version: number }>("SELECT version FROM threadline_version"))
    .then((row) => row?.version ?? null)
    .catch((error: unknown) => {
      if (codeOf(error) === missingTable) return null;
      throw explainOpenFailure(error);
    });
  if (version === null) throw new StoreOpenError("The database holds no Threadline records.");
  requireNewestFormat("The database", version);
}
