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
          `The role ${role} bypasses row-level security, the second line of isolation between projects.`,
          `ALTER ROLE "${role}" NOSUPERUSER NOBYPASSRLS, or use a separate role that owns the schema.`,
        )
      : ok("database-role", `${role} is subject to row-level security.`),
    openTables.length === 0
      ? ok("row-security", "Enabled for all tables that have policies.")
      : failure(
          "row-security",
          `Disabled for ${openTables.join(", ")}.`,
          "ALTER TABLE each of them ENABLE ROW LEVEL SECURITY, and FORCE it.",
        ),
    isEncrypted || host === "" || host.startsWith("%2F") || isLoopbackHost(host)
      ? ok("database-tls", isEncrypted ? "The connection is encrypted." : "The connection stays on this machine.")
      : warning("database-tls", `The connection to ${host} is not encrypted.`, "Add ?sslmode=verify-full to the URL."),
  ];
}
