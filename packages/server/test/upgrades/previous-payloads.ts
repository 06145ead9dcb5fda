import { DatabaseSync } from "node:sqlite";
import { addUnpackFunction, contentColumns } from "../../src/store/ingest/sqlite/packed-payload.ts";

/** Converts a closed database file to format 25, in which payloads were not compressed. */
export function unpackFile(path: string): void {
  const file = new DatabaseSync(path);
  addUnpackFunction(file);
  file.exec(`
    INSERT OR REPLACE INTO generation_payloads
      SELECT p.step, ${contentColumns.generation} FROM step_payloads p JOIN generations g ON g.step = p.step
      LEFT JOIN generation_payloads q ON q.step = p.step;
    UPDATE step_payloads AS p SET input = ${contentColumns.input}, output = ${contentColumns.output};
    ALTER TABLE step_payloads DROP COLUMN packed;
    ALTER TABLE step_payloads DROP COLUMN size;
    DROP TABLE payload_packing;
    DROP TABLE dashboards;
    DROP TABLE jobs;
    DROP TABLE experiment_runs;
    DROP TABLE alerts;
    DROP TABLE alert_changes;
    DROP TABLE channels;
    DROP TABLE deliveries;
    DROP TABLE evaluation_rules;
    DROP TABLE evaluation_rule_days;
    DROP TABLE evaluation_arrivals;
    DROP TABLE review_queues;
    DROP TABLE review_items;
    DROP TABLE reviews;
    DROP TABLE evaluator_versions;
    DROP TABLE evaluators;
    DROP INDEX scores_by_value;
    DROP INDEX scores_by_name_and_value;
    DROP INDEX scores_by_label;
    DROP INDEX scores_by_evaluation_rule;
    ALTER TABLE scores DROP COLUMN evaluation_rule_id;
    ALTER TABLE scores DROP COLUMN labeled_by;
    ALTER TABLE scores DROP COLUMN superseded_judgments;
    DROP INDEX scores_by_evaluator_version;
    ALTER TABLE scores DROP COLUMN evaluator_version_id;
    DROP INDEX dataset_items_by_input;
    DROP TABLE past_dataset_items;
    DROP TABLE dataset_versions;
    ALTER TABLE datasets DROP COLUMN version;
    ALTER TABLE datasets DROP COLUMN items_added;
    ALTER TABLE datasets DROP COLUMN item_schema;
    ALTER TABLE dataset_items DROP COLUMN splits;
    ALTER TABLE dataset_items DROP COLUMN version;
    ALTER TABLE dataset_items DROP COLUMN position;
    ALTER TABLE dataset_items DROP COLUMN input_hash;
    ALTER TABLE experiments DROP COLUMN dataset_version;
    DROP INDEX dataset_items_by_step;
    DROP INDEX experiment_items_by_dataset_item;
    DROP INDEX experiment_items_by_run;
    ALTER TABLE thread_shares DROP COLUMN expires_at;
    DROP TABLE model_connections;
    ALTER TABLE projects DROP COLUMN own_retention_days;
    ALTER TABLE project_usage DROP COLUMN own_steps_per_day;
    ALTER TABLE project_usage DROP COLUMN own_stored_bytes;
    ALTER TABLE steps DROP COLUMN api_key_id;
    ALTER TABLE score_schemas DROP COLUMN direction;
    ALTER TABLE api_keys DROP COLUMN created_by;
    ALTER TABLE api_keys DROP COLUMN expires_at;
    ALTER TABLE views DROP COLUMN time_range;
    ALTER TABLE views DROP COLUMN query;
    ALTER TABLE api_keys DROP COLUMN last_used_at;
    PRAGMA user_version = 25;
    VACUUM`);
  file.close();
}

export interface PackingState {
  /** Number of steps without a compressed payload. */
  readonly plain: number;
  /** Number of payloads of generations in a separate table. */
  readonly generations: number;
  readonly pages: number;
}

export function readPackingState(path: string): PackingState {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    const sql = `
      SELECT (SELECT count(*) FROM step_payloads WHERE packed IS NULL) AS plain,
        (SELECT count(*) FROM generation_payloads) AS generations, page_count - freelist_count AS pages
      FROM pragma_page_count, pragma_freelist_count`;
    const state: unknown = file.prepare(sql).get();
    return state as PackingState; // the columns that the query selects
  } finally {
    file.close();
  }
}
