import type { DatabaseServer } from "../store/postgres/read-server.ts";
import { failure, ok, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** Transactions until PostgreSQL must have frozen old rows; it stops at two thousand million. */
const oldestTransaction = 1_000_000_000;

/** Whether the database keeps what it has acknowledged. */
export function checkDurability(server: DatabaseServer, deep: boolean): Finding[] {
  const { fsync, fullPageWrites, synchronousCommit, dataChecksums, oldest, invalidIndexes } = server;
  return [
    fsync === "on"
      ? ok("fsync", "on.")
      : failure("fsync", "off: a power cut damages the database.", "Set fsync = on, and restart PostgreSQL."),
    fullPageWrites === "on"
      ? ok("full-page-writes", "on.")
      : failure("full-page-writes", "off: a page that is half written stays so.", "Set full_page_writes = on."),
    synchronousCommit === "off"
      ? failure(
          "synchronous-commit",
          "off: what was acknowledged may be lost. The service does not start.",
          "Set synchronous_commit = on for this role.",
        )
      : ok("synchronous-commit", `${synchronousCommit}.`),
    invalidIndexes.length === 0
      ? ok("indexes", "All are valid.")
      : failure("indexes", `${invalidIndexes.join(", ")} cannot be used.`, "REINDEX INDEX each of them."),
    oldest < oldestTransaction
      ? ok("vacuum", "Old rows are frozen in time.")
      : warning("vacuum", `Old rows wait since ${oldest} transactions to be frozen.`, "See what keeps autovacuum."),
    ...(deep ? [checkChecksums(dataChecksums)] : []),
  ];
}

function checkChecksums(dataChecksums: string): Finding {
  return dataChecksums === "on"
    ? ok("integrity", "Each page has a checksum; pg_amcheck reads all of them.")
    : warning("integrity", "Pages have no checksums.", "Run pg_amcheck; give new clusters initdb --data-checksums.");
}
