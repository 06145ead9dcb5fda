import type { StoreBacklog } from "../store.ts";
import type { Session } from "./session.ts";

/** The work that follows the writes in the background. */
export async function readBacklog(session: Session): Promise<StoreBacklog> {
  // Nobody sees the queues of all projects, but the statistics know how long they are together.
  const queued = "SELECT n_live_tup AS count FROM pg_stat_user_tables WHERE relname = 'rollup_queue'";
  const repriced = "SELECT count(*) AS count FROM repricings WHERE after IS NOT NULL";
  const count = async (sql: string): Promise<number> => (await session.get<{ count: number }>(sql))?.count ?? 0;
  return { search: 0, sums: await count(queued), costs: await count(repriced) };
}
