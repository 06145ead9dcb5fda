import type { DatabaseServer } from "../store/postgres/read-server.ts";
import { failure, ok, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

/**
 * Minimum age of the oldest transaction that VACUUM has not frozen, for a warning. The age is the number of
 * transactions since then. At an age of two billion, PostgreSQL stops accepting writes.
 */
const oldestTransaction = 1_000_000_000;

export function checkDurability(server: DatabaseServer, deep: boolean): Finding[] {
  const { fsync, fullPageWrites, synchronousCommit, dataChecksums, oldest, invalidIndexes } = server;
  return [
    fsync === "on"
      ? ok("fsync", "on.")
      : failure(
          "fsync",
          "fsync is off, so a power cut damages the database.",
          "Set fsync = on, and restart PostgreSQL.",
        ),
    fullPageWrites === "on"
      ? ok("full-page-writes", "on.")
      : failure(
          "full-page-writes",
          "full_page_writes is off, so partially written pages stay damaged after a crash.",
          "Set full_page_writes = on.",
        ),
    synchronousCommit === "off"
      ? failure(
          "synchronous-commit",
          "synchronous_commit is off, so acknowledged writes can be lost. The service does not start.",
          "Set synchronous_commit = on for the role of the service.",
        )
      : ok("synchronous-commit", `${synchronousCommit}.`),
    invalidIndexes.length === 0
      ? ok("indexes", "All are valid.")
      : failure("indexes", `Invalid indexes: ${invalidIndexes.join(", ")}.`, "Run REINDEX INDEX for each."),
    oldest < oldestTransaction
      ? ok("vacuum", "Autovacuum keeps up with freezing.")
      : warning(
          "vacuum",
          `Autovacuum is behind with freezing: the oldest unfrozen transaction is ${oldest} transactions old.`,
          "Find what blocks autovacuum, such as a long transaction.",
        ),
    ...(deep ? [checkChecksums(dataChecksums)] : []),
  ];
}

function checkChecksums(dataChecksums: string): Finding {
  return dataChecksums === "on"
    ? ok("integrity", "Data pages have checksums; pg_amcheck verifies them.")
    : warning(
        "integrity",
        "Data pages have no checksums, so damage by the disk is not detected.",
        "Check the tables with pg_amcheck. Create new clusters with initdb --data-checksums.",
      );
}
