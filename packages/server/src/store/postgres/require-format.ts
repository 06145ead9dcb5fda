import { StoreOpenError } from "../errors.ts";
import { codeOf, type Database } from "./database.ts";
import { explainOpenFailure } from "./migrate.ts";
import { migrations } from "./schema.ts";

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
  if (version === migrations.length) return;
  throw new StoreOpenError(
    version === null
      ? "The database holds no Threadline records."
      : `The database has the format ${version}, and this Threadline knows ${migrations.length}. ` +
          "Start this version on it once, or use the version that wrote it.",
  );
}
