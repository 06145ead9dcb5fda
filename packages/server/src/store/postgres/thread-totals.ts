import type { ThreadChange, ThreadChanges } from "../thread-changes.ts";
import type { Session } from "./session.ts";

/** The threads are there, as they are held: the constraint finds each by one probe of its index. */
const extend = `
  INSERT INTO threads AS t (project_id, created_at, id, counted_steps, token_count, first_start, last_end, last_activity)
  SELECT ?::bigint, 0, * FROM unnest(?::text[], ?::integer[], ?::float8[], ?::bigint[], ?::bigint[], ?::bigint[])
  ON CONFLICT (project_id, id) DO UPDATE SET
    counted_steps = t.counted_steps + EXCLUDED.counted_steps,
    token_count =
      CASE WHEN t.counted_steps + EXCLUDED.counted_steps > 0 THEN coalesce(t.token_count, 0) + EXCLUDED.token_count END,
    first_start = least(t.first_start, EXCLUDED.first_start), last_end = greatest(t.last_end, EXCLUDED.last_end),
    last_activity = greatest(t.last_activity, EXCLUDED.last_activity)`;

const recompute = `
  UPDATE threads t SET (counted_steps, token_count, first_start, last_end, last_activity) = (
    SELECT count(s.token_count), sum(s.token_count), min(s.start_time), max(s.end_time),
      greatest(t.created_at, max(s.created_at), max(s.start_time), max(s.end_time))
    FROM steps s WHERE s.project_id = t.project_id AND s.thread_id = t.id
  ) WHERE t.project_id = ? AND t.id = ANY(?)`;

/** Brings the totals of threads, which are locked, up with what changed in their steps. */
export async function applyThreadChanges(
  session: Session,
  project: number,
  changes: ThreadChanges<string>,
): Promise<void> {
  const all = changes.take();
  const shrunk = all.filter(([, change]) => change.isShrunk).map(([id]) => id);
  const extended = all.filter(([, change]) => !change.isShrunk);
  if (extended.length > 0) {
    const column = <Name extends keyof ThreadChange>(name: Name): ThreadChange[Name][] =>
      extended.map(([, change]) => change[name]);
    await session.run(
      extend,
      project,
      extended.map(([id]) => id),
      column("countedSteps"),
      column("tokenCount"),
      column("firstStart"),
      column("lastEnd"),
      column("lastActivity"),
    );
  }
  if (shrunk.length > 0) await session.run(recompute, project, shrunk);
}
