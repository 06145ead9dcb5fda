import { changeScore, mergeScore, scoreCodec } from "../merge-score.ts";
import type { ScoreRecord, ScoreWrite } from "../scores.ts";
import type { Database } from "./database.ts";
import type { RecordTags } from "./record-tags.ts";
import type { Rollups } from "./rollups.ts";
import { Table } from "./table.ts";
import type { Tombstones } from "./tombstones.ts";

/** Writes scores. Every method runs inside a transaction of the caller. */
export class ScoreWriter {
  readonly table: Table<ScoreRecord>;
  readonly #database: Database;
  readonly #tombstones: Tombstones;
  readonly #tags: RecordTags;
  readonly #rollups: Rollups;

  constructor(database: Database, tombstones: Tombstones, tags: RecordTags, rollups: Rollups) {
    this.table = new Table(database, "scores", scoreCodec);
    this.#database = database;
    this.#tombstones = tombstones;
    this.#tags = tags;
    this.#rollups = rollups;
  }

  /** Null when the score was deleted earlier. */
  upsert(project: number, write: ScoreWrite): ScoreRecord | null {
    const existing = this.table.get(project, write.id);
    if (existing !== null) return this.change(project, existing, { ...write, updatedAt: write.at });
    if (this.#tombstones.has(project, "score", write.id)) return null;
    return this.insert(project, mergeScore(null, write));
  }

  insert(project: number, score: ScoreRecord): ScoreRecord {
    const key = this.table.insert(project, score);
    this.#tags.set("score", project, { key, createdAt: score.createdAt }, null, score.tags);
    this.#rollups.touch();
    return score;
  }

  change(
    project: number,
    existing: ScoreRecord,
    change: { readonly [Field in keyof ScoreRecord]?: ScoreRecord[Field] | undefined },
  ): ScoreRecord {
    const { id } = existing;
    const score = changeScore(existing, change);
    this.#rollups.note("scores", "r.project_id = ? AND r.id = ?", project, id);
    this.table.replace(project, score);
    if (score.tags !== existing.tags) this.#setTags(project, existing, score.tags);
    return score;
  }

  delete(project: number, id: string, deletedAt: number): ScoreRecord | null {
    const score = this.table.get(project, id);
    if (score === null) return null;
    this.#setTags(project, score, null);
    this.#rollups.note("scores", "r.project_id = ? AND r.id = ?", project, id);
    this.table.delete(project, id);
    this.#tombstones.add(project, "score", id, deletedAt);
    return score;
  }

  deleteOfSteps(project: number, stepIds: readonly string[], deletedAt: number): void {
    for (const { id } of this.ofSteps(project, stepIds).flat()) this.delete(project, id, deletedAt);
  }

  deleteOfThread(project: number, threadId: string, deletedAt: number): void {
    for (const { id } of this.ofThread(project, threadId)) this.delete(project, id, deletedAt);
  }

  /** Deletes the scores of experiment items. */
  deleteOfItems(project: number, itemIds: readonly string[], deletedAt: number): void {
    const sql = `
      SELECT s.id FROM json_each(?2) i JOIN scores s ON s.project_id = ?1 AND s.dataset_experiment_item_id = i.value`;
    const scores = this.#database.all<{ id: string }>(sql, project, JSON.stringify(itemIds));
    for (const { id } of scores) this.delete(project, id, deletedAt);
  }

  /** The scores of a step and of its generation, oldest first. */
  ofStep(project: number, stepId: string): ScoreRecord[] {
    const where = "project_id = ?1 AND (step_id = ?2 OR generation_id = ?2) ORDER BY created_at, key";
    return this.table.all(where, project, stepId);
  }

  /** The scores of a thread itself, oldest first. */
  ofThread(project: number, threadId: string): ScoreRecord[] {
    return this.table.all("project_id = ? AND thread_id = ? ORDER BY created_at, key", project, threadId);
  }

  /** The same for each of many steps. Most have none, which one statement tells. */
  ofSteps(project: number, stepIds: readonly string[]): ScoreRecord[][] {
    const sql = `
      SELECT step.value AS id FROM json_each(?2) step WHERE
        EXISTS (SELECT 1 FROM scores WHERE project_id = ?1 AND step_id = step.value) OR
        EXISTS (SELECT 1 FROM scores WHERE project_id = ?1 AND generation_id = step.value)`;
    const judged = new Set(
      this.#database.all<{ id: string }>(sql, project, JSON.stringify(stepIds)).map(({ id }) => id),
    );
    return stepIds.map((stepId) => (judged.has(stepId) ? this.ofStep(project, stepId) : []));
  }

  #setTags(project: number, score: ScoreRecord, after: readonly string[] | null): void {
    const sql = "SELECT key FROM scores WHERE project_id = ? AND id = ?";
    const key = this.#database.get<{ key: number }>(sql, project, score.id)?.key ?? 0;
    this.#tags.set("score", project, { key, createdAt: score.createdAt }, score.tags, after);
  }
}
