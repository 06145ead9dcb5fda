import { changeScore, mergeScore, scoreCodec } from "../merge-score.ts";
import type { ScoreRecord, ScoreWrite } from "../scores.ts";
import { mergeRows, type MergedResource } from "./merge-rows.ts";
import { TagChanges } from "./record-tags.ts";
import { ofIds } from "./rollup-facts.ts";
import type { Rollups } from "./rollups.ts";
import type { Session } from "./session.ts";
import { Table } from "./table.ts";
import { addTombstones } from "./tombstones.ts";

export const scoreTable: Table<ScoreRecord> = new Table("scores", scoreCodec);

const merged: MergedResource<ScoreRecord, ScoreWrite> = { table: scoreTable, kind: "score", merge: mergeScore };

/** What follows from the writes of a transaction. The tags are stored at its end. */
export interface Consequences {
  readonly tags: TagChanges;
  readonly rollups: Rollups;
}

type KeyedScore = ScoreRecord & { readonly key: number };

/** Null where the score was deleted earlier. */
export async function upsertScores(
  session: Session,
  project: number,
  writes: readonly ScoreWrite[],
  { tags, rollups }: Consequences,
): Promise<(ScoreRecord | null)[]> {
  if (writes.length === 0) return [];
  const { results, rows } = await mergeRows(session, project, merged, writes, (ids) =>
    rollups.queue(session, project, "scores", -1, ofIds, ids),
  );
  for (const { key, before, after } of rows) {
    tags.note("score", { key, createdAt: after.createdAt }, before?.tags ?? null, after.tags);
  }
  const ids = rows.map(({ after }) => after.id);
  await rollups.queue(session, project, "scores", 1, ofIds, ids);
  return results;
}

export async function changeOneScore(
  session: Session,
  project: number,
  id: string,
  change: Parameters<typeof changeScore>[1],
  { rollups }: Consequences,
): Promise<ScoreRecord | null> {
  const existing = await scoreTable.find(session, project, "id = ? FOR NO KEY UPDATE", id);
  if (existing === null) return null;
  const score = changeScore(existing, change);
  await rollups.queue(session, project, "scores", -1, ofIds, [id]);
  await scoreTable.replace(session, project, score);
  await rollups.queue(session, project, "scores", 1, ofIds, [id]);
  return score;
}

/** Deletes the scores that a condition finds, and gives them back. */
export async function deleteScores(
  session: Session,
  project: number,
  { where, parameters }: { readonly where: string; readonly parameters: readonly (string | readonly string[])[] },
  deletedAt: number,
  { tags, rollups }: Consequences,
): Promise<ScoreRecord[]> {
  const columns = `key, ${scoreTable.columns}`;
  const rows = await session.all<{ [column: string]: unknown; readonly key: number }>(
    `SELECT ${columns} FROM scores WHERE project_id = ? AND ${where} ORDER BY id FOR UPDATE`,
    project,
    ...parameters,
  );
  if (rows.length === 0) return [];
  const scores: KeyedScore[] = rows.map((row) => ({ ...scoreTable.codec.toRecord(row), key: row.key }));
  for (const score of scores) tags.note("score", score, score.tags, null);
  const ids = scores.map(({ id }) => id);
  await rollups.queue(session, project, "scores", -1, ofIds, ids);
  await session.run("DELETE FROM scores WHERE project_id = ? AND id = ANY(?)", project, ids);
  await addTombstones(session, project, "score", ids, deletedAt);
  return scores.map(({ key: _key, ...score }) => score);
}

/** Deletes the scores of steps and of their generations. */
export async function deleteScoresOfSteps(
  session: Session,
  project: number,
  stepIds: readonly string[],
  deletedAt: number,
  consequences: Consequences,
): Promise<void> {
  const where = "(step_id = ANY(?) OR generation_id = ANY(?))";
  await deleteScores(session, project, { where, parameters: [stepIds, stepIds] }, deletedAt, consequences);
}

/** Deletes the scores of threads themselves. */
export async function deleteScoresOfThreads(
  session: Session,
  project: number,
  threadIds: readonly string[],
  deletedAt: number,
  consequences: Consequences,
): Promise<void> {
  const found = { where: "thread_id = ANY(?)", parameters: [threadIds] };
  await deleteScores(session, project, found, deletedAt, consequences);
}

/** Deletes the scores of experiment items. */
export async function deleteScoresOfItems(
  session: Session,
  project: number,
  itemIds: readonly string[],
  deletedAt: number,
  rollups: Rollups,
): Promise<void> {
  const tags = new TagChanges();
  const found = { where: "dataset_experiment_item_id = ANY(?)", parameters: [itemIds] };
  await deleteScores(session, project, found, deletedAt, { tags, rollups });
  await tags.store(session, project);
}
