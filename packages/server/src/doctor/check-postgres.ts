import { Database } from "../store/session/postgres/database.ts";
import { explainOpenFailure } from "../store/postgres/migrate.ts";
import { readBacklog } from "../store/postgres/read-backlog.ts";
import { readServer, type DatabaseServer } from "../store/postgres/read-server.ts";
import { StoreOpenError } from "../store/errors.ts";
import { checkBacklog } from "./check-backlog.ts";
import { checkDurability } from "./check-postgres-durability.ts";
import { checkRole } from "./check-postgres-role.ts";
import { checkConnections } from "./check-postgres-connections.ts";
import type { Deployment } from "./deployment.ts";
import { failure, ok, warning, type Finding } from "./finding.ts";

/** Maximum clock difference in seconds. Beyond it, times from different servers are not comparable. */
const farApart = 5;

/** Checks durability, capacity and project isolation of the PostgreSQL database. Writes nothing. */
export async function checkPostgres(deployment: Deployment, url: string): Promise<Finding[]> {
  const { configuration, deep, now } = deployment;
  const preparedStatements = configuration.databasePooler ? 0 : 20;
  const database = new Database({ url, poolSize: 1, statementTimeout: 30_000, preparedStatements, onError: () => {} });
  try {
    const before = now();
    const server = await database.read(null, readServer);
    const skew = Math.abs(server.clock - (before + now()) / 2) / 1000;
    return [
      checkVersion(server),
      checkFormat(server),
      ...checkDurability(server, deep),
      ...checkRole(server, new URL(url).hostname),
      ...(configuration.databasePooler ? [] : [checkConnections(server, configuration.databaseConnections)]),
      skew > farApart
        ? warning(
            "clock",
            `The clocks of this machine and the database differ by ${Math.round(skew)} s.`,
            "Synchronize both (NTP).",
          )
        : ok("clock", `Differs from the database by ${skew.toFixed(1)} s.`),
      ...(server.format === server.newestFormat ? [checkBacklog(await database.read(null, readBacklog))] : []),
    ];
  } catch (error) {
    const explained = explainOpenFailure(error);
    if (!(explained instanceof StoreOpenError)) throw explained;
    return [failure("database", explained.message, "Fix this first: the service does not start without its database.")];
  } finally {
    await database.close();
  }
}

function checkVersion({ version, versionNumber, encoding }: DatabaseServer): Finding {
  if (versionNumber < 15_00_00) return failure("database", `PostgreSQL ${version} is too old.`, "Use 15 or newer.");
  return encoding === "UTF8"
    ? ok("database", `PostgreSQL ${version}, UTF8.`)
    : failure("database", `The database is encoded as ${encoding}.`, "Create it with ENCODING 'UTF8'.");
}

function checkFormat({ format, newestFormat }: DatabaseServer): Finding {
  if (format === null)
    return warning(
      "database-version",
      "The database has no tables of Threadline yet.",
      "The service creates the tables at its first start.",
    );
  if (format === newestFormat) return ok("database-version", `Format ${format} is current.`);
  return format > newestFormat
    ? failure(
        "database-version",
        `The database has format ${format} of a newer version of Threadline; this version supports up to ${newestFormat}.`,
        "Install the version that wrote the database, or a newer one.",
      )
    : warning(
        "database-version",
        `The database has format ${format}; this version of Threadline uses ${newestFormat}.`,
        "The next start upgrades the database. Create a backup first (pg_dump).",
      );
}
