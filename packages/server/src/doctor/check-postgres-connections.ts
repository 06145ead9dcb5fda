import type { DatabaseServer } from "../store/postgres/read-server.ts";
import { failure, ok } from "./finding.ts";
import type { Finding } from "./finding.ts";

export function checkConnections({ connections, foreign }: DatabaseServer, perServer: number): Finding {
  // In addition to its pool, each server has one connection that listens for changes.
  const needed = perServer + 1;
  const available = connections - foreign;
  const message = `${available} of ${connections} are available; other programs use ${foreign}; each server uses at most ${needed}`;
  return available < needed
    ? failure(
        "connections",
        `${message}.`,
        "Lower --database-connections, raise max_connections, or use a connection pooler.",
      )
    : ok("connections", `${message}; maximum number of servers: ${Math.floor(available / needed)}.`);
}
