import { isLoopbackHost } from "../access/loopback.ts";
import type { DatabaseServer } from "../store/postgres/read-server.ts";
import { failure, ok, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** Checks the permissions of the service's database role, and the encryption of its connection. */
export function checkRole({ role, passesOver, openTables, isEncrypted }: DatabaseServer, host: string): Finding[] {
  return [
    passesOver
      ? failure(
          "database-role",
          `The role ${role} bypasses row-level security, which isolates projects from each other in addition to the service.`,
          `Run ALTER ROLE "${role}" NOSUPERUSER NOBYPASSRLS, or use a separate role that owns the schema.`,
        )
      : ok("database-role", `${role} is subject to row-level security.`),
    openTables.length === 0
      ? ok("row-security", "Enabled for all tables that have policies.")
      : failure(
          "row-security",
          `Row-level security is disabled for ${openTables.join(", ")}.`,
          "For each table, run ALTER TABLE with ENABLE ROW LEVEL SECURITY and with FORCE ROW LEVEL SECURITY.",
        ),
    isEncrypted || host === "" || host.startsWith("%2F") || isLoopbackHost(host)
      ? ok("database-tls", isEncrypted ? "The connection is encrypted." : "The connection stays on this machine.")
      : warning("database-tls", `The connection to ${host} is not encrypted.`, "Add ?sslmode=verify-full to the URL."),
  ];
}
