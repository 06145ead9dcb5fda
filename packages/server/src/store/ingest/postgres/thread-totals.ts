import { fromJsonText } from "../../json-texts.ts";
import { mayMoveThread, type ThreadChange, type ThreadChanges } from "../thread-changes.ts";
import { rowsBy } from "../../session/postgres/rows-by.ts";
import type { IndexUpdates } from "./record-tags.ts";
import type { Session } from "../../session/postgres/session.ts";

/**
 * Adds to the totals of existing threads. The update is written as an INSERT, because PostgreSQL then finds each thread
 * by one index probe. No thread is inserted: each row conflicts with an existing thread, and updates it.
 *
 * Each array has the type of its column. If a type conversion were needed, Citus would evaluate `unnest` as a single
 * value instead of expanding it to rows.
 */
const extend = `
  INSERT INTO threads AS t (
    project_id, key, created_at, id, counted_steps, token_count, first_start, last_end, last_activity, first_step,
    priced_steps, cost
  ) OVERRIDING SYSTEM VALUE VALUES (
    ?, 0, 0, unnest(?::text[]), unnest(?::bigint[]), unnest(?::float8[]), unnest(?::bigint[]), unnest(?::bigint[]),
    unnest(?::bigint[]), unnest(?::bigint[]), unnest(?::bigint[]), unnest(?::float8[])
  )
  ON CONFLICT (project_id, id) DO UPDATE SET
    counted_steps = t.counted_steps + EXCLUDED.counted_steps,
    token_count =
      CASE WHEN t.counted_steps + EXCLUDED.counted_steps > 0 THEN coalesce(t.token_count, 0) + EXCLUDED.token_count END,
    priced_steps = t.priced_steps + EXCLUDED.priced_steps,
    cost = CASE WHEN t.priced_steps + EXCLUDED.priced_steps > 0 THEN coalesce(t.cost, 0) + EXCLUDED.cost END,
    first_start = least(t.first_start, EXCLUDED.first_start), last_end = greatest(t.last_end, EXCLUDED.last_end),
    last_activity = CASE
      WHEN t.first_step IS NULL THEN EXCLUDED.last_activity ELSE greatest(t.last_activity, EXCLUDED.last_activity)
    END,
    first_step = least(t.first_step, EXCLUDED.first_step), created_at = least(t.first_step, EXCLUDED.first_step)`;

const recompute = `
  UPDATE threads t SET (
    priced_steps, cost, counted_steps, token_count, first_start, last_end, last_activity, first_step, created_at
  ) = (
    SELECT count(s.cost), sum(s.cost), count(s.token_count), sum(s.token_count), min(s.start_time), max(s.end_time),
      coalesce(greatest(max(s.created_at), max(s.end_time)), t.received_at, t.created_at), min(s.created_at),
      coalesce(min(s.created_at), t.received_at, t.created_at)
    FROM steps s WHERE s.project_id = @project AND s.thread_id = t.id
  ) WHERE t.project_id = ? AND t.id = ANY(?)`;

interface ThreadPlace {
  readonly id: string;
  readonly key: number;
  readonly createdAt: number;
  readonly environment: string | null;
  readonly userId: string | null;
  readonly firstStep: number | null;
  readonly tags: string | null;
}

const selectPlaces = `
  SELECT t.id, t.key, t.created_at, t.environment, t.user_id, t.first_step, t.tags FROM ${rowsBy("threads", "id")} t`;

/** Updates the totals of threads after changes of their steps. The transaction must have locked the threads. */
export async function applyThreadChanges(
  session: Session,
  project: number,
  changes: ThreadChanges<string>,
  { tags, rollups }: IndexUpdates,
): Promise<void> {
  const all = changes.take();
  if (all.length === 0) return;
  const changeOf = new Map(all);
  const places = await session.all<ThreadPlace>(selectPlaces, [...changeOf.keys()], project);
  // The rollups and the tag index contain the start time of a thread. They must be updated for each thread whose start
  // time may change.
  const moving = places.filter((place) => {
    const change = changeOf.get(place.id);
    return change !== undefined && mayMoveThread(place, change);
  });
  await updateThreads(session, project, all);
  if (moving.length === 0) return;
  const ids = moving.map(({ id }) => id);
  const moved = new Map((await session.all<ThreadPlace>(selectPlaces, ids, project)).map((place) => [place.id, place]));
  const changed = moving.map((before) => ({ before, after: moved.get(before.id) ?? before }));
  await rollups.change(session, project, "threads", changed);
  for (const { before, after } of changed) {
    const names = fromJsonText<readonly string[] | null>(before.tags);
    tags.note("thread", before, names, null);
    tags.note("thread", after, null, names);
  }
}

async function updateThreads(
  session: Session,
  project: number,
  all: readonly (readonly [id: string, ThreadChange])[],
): Promise<void> {
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
      column("firstStep"),
      column("pricedSteps"),
      column("cost"),
    );
  }
  if (shrunk.length > 0) await session.run(recompute, project, shrunk);
}
