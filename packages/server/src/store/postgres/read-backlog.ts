import type { StoreBacklog } from "../store.ts";
import { stepsOfRow } from "../search/postgres/search-queue.ts";
import type { Session } from "../session/postgres/session.ts";

/**
 * SQL function that counts the queued work of all projects. Row-level security shows the rows of one project only, so
 * the function visits each project.
 */
export const backlogFunction: string = `
  CREATE FUNCTION threadline_backlog(OUT search bigint, OUT sums bigint) LANGUAGE plpgsql VOLATILE AS $$
  DECLARE
    visible text := current_setting('threadline.project_id', true);
    project bigint;
  BEGIN
    search := 0;
    sums := 0;
    FOR project IN SELECT key FROM projects LOOP
      EXECUTE format('SET LOCAL threadline.project_id = %L', project);
      search := search + (
        SELECT coalesce(sum(${stepsOfRow}), 0) FROM search_queue WHERE project_id = project AND NOT is_lost);
      sums := sums + (SELECT coalesce(sum(records), 0) FROM rollup_queue WHERE project_id = project);
    END LOOP;
    PERFORM set_config('threadline.project_id', coalesce(visible, ''), true);
  END $$`;

export async function readBacklog(session: Session): Promise<StoreBacklog> {
  const queued = await session.get<{ search: number; sums: number }>("SELECT search, sums FROM threadline_backlog()");
  const repriced = "SELECT count(*) AS count FROM repricings WHERE after IS NOT NULL";
  const { count } = (await session.get<{ count: number }>(repriced)) ?? { count: 0 };
  return { search: queued?.search ?? 0, sums: queued?.sums ?? 0, costs: count };
}
