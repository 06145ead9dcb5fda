import type { StoreBacklog } from "../store.ts";
import type { Session } from "./session.ts";

function queued(table: string): string {
  return `SELECT n_live_tup AS count FROM pg_stat_user_tables WHERE relname = '${table}'`;
}

/** The work that follows the writes in the background. */
export async function readBacklog(session: Session): Promise<StoreBacklog> {
  // Nobody sees the queues of all projects, but the statistics know how long they are together.
  const repriced = "SELECT count(*) AS count FROM repricings WHERE after IS NOT NULL";
  const count = async (sql: string): Promise<number> => (await session.get<{ count: number }>(sql))?.count ?? 0;
  return {
    search: await count(queued("search_queue")),
    sums: await count(queued("rollup_queue")),
    costs: await count(repriced),
  };
}
