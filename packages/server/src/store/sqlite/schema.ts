import { createTable } from "../schema/create-table.ts";
import { allTables } from "../schema/tables.ts";

const recompute = `
  UPDATE users SET last_engaged = (
    SELECT max(last_activity) FROM threads WHERE project_id = old.project_id AND user_id = old.user_id
  ) WHERE project_id = old.project_id AND id = old.user_id AND last_engaged = old.last_activity;`;

/**
 * Triggers that update `last_engaged` of a user: the time of the user's last activity in any thread. It is recomputed
 * if the thread with this time is deleted, gets another user, or gets an earlier last activity. Inserting a thread
 * needs no trigger, because a later update gives the thread its user.
 */
const engagement: string = `
  ALTER TABLE users ADD COLUMN last_engaged INTEGER;
  CREATE INDEX users_by_engagement ON users (project_id, last_engaged);
  CREATE TRIGGER threads_engage AFTER UPDATE OF user_id, last_activity ON threads
  WHEN new.user_id IS NOT NULL AND (new.user_id IS NOT old.user_id OR new.last_activity > old.last_activity)
  BEGIN
    UPDATE users SET last_engaged = new.last_activity
    WHERE project_id = new.project_id AND id = new.user_id AND (last_engaged IS NULL OR last_engaged < new.last_activity);
  END;
  CREATE TRIGGER threads_leave AFTER UPDATE OF user_id, last_activity ON threads
  WHEN old.user_id IS NOT NULL AND (new.user_id IS NOT old.user_id OR new.last_activity < old.last_activity)
  BEGIN ${recompute} END;
  CREATE TRIGGER threads_go AFTER DELETE ON threads WHEN old.user_id IS NOT NULL
  BEGIN ${recompute} END;
`;

/**
 * Tables of the analytics. Costs are in billionths of a US dollar.
 *
 * - `repricings`: the projects whose costs are being updated.
 * - `rollups`: totals of one hour (`level` 0) or minute (1), for all records or for one value of a dimension. Texts
 *   start with `=`; the empty text means null.
 * - `rollup_marks`: for each recorded table, the key of the last record in the rollups; for `minutes`, the first minute
 *   with minute rollups.
 * - `rollup_changes`: for each record that changed after it was added to the rollups, the values that were added.
 */
const analyticsTables = `
  CREATE TABLE repricings (project_id INTEGER PRIMARY KEY, after INTEGER NOT NULL);

  CREATE TABLE rollups (
    project_id INTEGER NOT NULL, level INTEGER NOT NULL, dimension INTEGER NOT NULL, bucket INTEGER NOT NULL,
    environment TEXT NOT NULL, value TEXT NOT NULL, steps INTEGER NOT NULL, runs INTEGER NOT NULL,
    errors INTEGER NOT NULL, generations INTEGER NOT NULL, generation_errors INTEGER NOT NULL, tokens INTEGER NOT NULL,
    input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL, cost INTEGER NOT NULL, costed INTEGER NOT NULL,
    threads INTEGER NOT NULL, scores INTEGER NOT NULL, score_sum REAL NOT NULL, latencies BLOB, durations BLOB,
    first_tokens BLOB, PRIMARY KEY (project_id, level, dimension, bucket, environment, value)
  ) WITHOUT ROWID;
  CREATE TABLE rollup_marks (name TEXT PRIMARY KEY, key INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE rollup_changes (
    kind TEXT NOT NULL, record INTEGER NOT NULL, fact TEXT, PRIMARY KEY (kind, record)
  ) WITHOUT ROWID;
`;

/**
 * Statements that create a new file.
 *
 * - Columns have the names of API fields in snake_case. `project_id` is the key of a project, and `key` is the order of
 *   insertion.
 * - Payloads are in separate tables, apart from the columns that lists search.
 * - Each index for a list ends with the columns by which the list is ordered.
 * - `deletemerge` is a percentage. When this percentage of the steps in a part of the word index is deleted, SQLite
 *   rewrites the part. With the default of 10, these rewrites took half of the time of a deletion, in pieces of 50 ms.
 */
export const creation: readonly string[] = [
  ...allTables.flatMap((table) => createTable(table, "sqlite")),
  `
  CREATE INDEX threads_by_user ON threads (project_id, user_id, created_at) WHERE user_id IS NOT NULL;

  CREATE TABLE steps (
    key INTEGER PRIMARY KEY, project_id INTEGER NOT NULL, id TEXT NOT NULL, created_at INTEGER NOT NULL, thread INTEGER,
    parent_id TEXT, root_run_id TEXT, type TEXT NOT NULL, start_time INTEGER, end_time INTEGER, environment TEXT, name TEXT,
    tags TEXT, error TEXT,
    given TEXT, received_at INTEGER, start_micros INTEGER NOT NULL DEFAULT 0,
    usage_token_count INTEGER, usage_counted_steps INTEGER NOT NULL DEFAULT 0, usage_cost INTEGER,
    usage_priced_steps INTEGER NOT NULL DEFAULT 0, api_key_id TEXT, UNIQUE (project_id, id)
  );
  CREATE INDEX steps_by_creation ON steps (project_id, created_at);
  CREATE INDEX steps_by_thread ON steps (thread, created_at) WHERE thread IS NOT NULL;
  CREATE INDEX steps_by_parent ON steps (project_id, parent_id, created_at) WHERE parent_id IS NOT NULL;
  CREATE INDEX steps_by_root_run ON steps (project_id, root_run_id, created_at) WHERE root_run_id IS NOT NULL;
  CREATE INDEX steps_by_type ON steps (project_id, type, created_at);
  CREATE INDEX steps_by_name ON steps (project_id, name, created_at);
  CREATE INDEX steps_by_environment ON steps (project_id, environment, created_at);
  CREATE INDEX steps_by_start ON steps (project_id, start_time, created_at);
  CREATE INDEX steps_by_end ON steps (project_id, end_time, created_at);
  CREATE INDEX steps_with_error ON steps (project_id, created_at) WHERE error IS NOT NULL;
  CREATE INDEX step_errors_by_thread ON steps (thread) WHERE error IS NOT NULL;

  CREATE TABLE step_payloads (
    step INTEGER PRIMARY KEY, metadata TEXT, input TEXT, output TEXT, packed BLOB, size INTEGER
  );
  CREATE TABLE payload_packing (
    after INTEGER NOT NULL, last INTEGER NOT NULL, newest INTEGER NOT NULL, at INTEGER NOT NULL
  );
  INSERT INTO payload_packing VALUES (0, 0, 0, 0);

  CREATE TABLE generations (
    step INTEGER PRIMARY KEY, project_id INTEGER NOT NULL, created_at INTEGER NOT NULL, type TEXT NOT NULL, provider TEXT,
    model TEXT, prompt_id TEXT, token_count INTEGER, given_token_count INTEGER, given_input_token_count INTEGER,
    given_output_token_count INTEGER, input_token_estimate INTEGER, output_token_estimate INTEGER, tt_first_token REAL,
    token_throughput_in_seconds REAL, duration REAL, participant TEXT, tags TEXT, error TEXT,
    cost INTEGER, cost_details TEXT, cached_tokens INTEGER NOT NULL DEFAULT 0,
    cache_write_tokens INTEGER NOT NULL DEFAULT 0, reasoning_tokens INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX generations_by_creation ON generations (project_id, created_at);
  CREATE INDEX generations_by_provider ON generations (project_id, provider, created_at);
  CREATE INDEX generations_by_model ON generations (project_id, model, created_at);
  CREATE INDEX generations_by_token_count ON generations (project_id, token_count);
  CREATE INDEX generations_by_duration ON generations (project_id, duration);
  CREATE INDEX generations_by_participant ON generations (project_id, participant, created_at);
  CREATE INDEX generations_by_prompt ON generations (project_id, prompt_id, created_at) WHERE prompt_id IS NOT NULL;
  CREATE INDEX generations_with_error ON generations (project_id, created_at) WHERE error IS NOT NULL;

  CREATE TABLE generation_payloads (step INTEGER PRIMARY KEY, payload TEXT NOT NULL);

  CREATE TABLE attribute_paths (
    key INTEGER PRIMARY KEY, project_id INTEGER NOT NULL, path TEXT NOT NULL, UNIQUE (project_id, path)
  );
  CREATE TABLE step_attributes (
    path INTEGER NOT NULL, step INTEGER NOT NULL, created_at INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (path, step)
  ) WITHOUT ROWID;
  CREATE INDEX step_attributes_by_text ON step_attributes (path, text, created_at, step, kind);
  CREATE TABLE step_index_backlog (
    project_id INTEGER NOT NULL, created_at INTEGER NOT NULL, step INTEGER NOT NULL, parts INTEGER NOT NULL,
    PRIMARY KEY (project_id, created_at, step)
  ) WITHOUT ROWID;
  CREATE VIRTUAL TABLE step_words USING fts5 (
    words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  );
  CREATE TABLE search_words (key INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE);
  CREATE VIRTUAL TABLE search_word_parts USING fts5 (
    word, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1'
  );
  CREATE TABLE word_sweeps (
    id INTEGER PRIMARY KEY, position INTEGER, again INTEGER NOT NULL, dropped INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE wordless_steps (
    project_id INTEGER NOT NULL, created_at INTEGER NOT NULL, step INTEGER NOT NULL, PRIMARY KEY (project_id, created_at, step)
  ) WITHOUT ROWID;
  CREATE TABLE attribute_shapes (
    key INTEGER PRIMARY KEY, project_id INTEGER NOT NULL, paths TEXT NOT NULL, UNIQUE (project_id, paths)
  );
  CREATE TABLE step_shapes (
    shape INTEGER NOT NULL, created_at INTEGER NOT NULL, step INTEGER NOT NULL, PRIMARY KEY (shape, created_at, step)
  ) WITHOUT ROWID;

  INSERT INTO step_words (step_words, rank) VALUES ('deletemerge', 50);
  CREATE TABLE attribute_blocks (
    path INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, texts TEXT,
    is_outdated INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (path, first)
  );
  CREATE VIRTUAL TABLE step_word_terms USING fts5vocab (step_words, row);
  CREATE INDEX attribute_blocks_outdated ON attribute_blocks (path) WHERE is_outdated;
  ${engagement}
  ${analyticsTables}
  CREATE INDEX steps_by_duration ON steps (project_id, end_time - start_time);
  CREATE INDEX threads_by_duration ON threads (project_id, last_end - first_start);
  CREATE INDEX steps_by_usage_token_count ON steps (project_id, usage_token_count);
  CREATE INDEX steps_by_usage_cost ON steps (project_id, usage_cost);
  CREATE INDEX generations_by_cost ON generations (project_id, cost);
  CREATE INDEX runs_by_duration ON steps (project_id, end_time - start_time) WHERE type = 'run';
  CREATE INDEX runs_by_token_count ON steps (project_id, usage_token_count) WHERE type = 'run';
  CREATE INDEX runs_by_cost ON steps (project_id, usage_cost) WHERE type = 'run';
  `,
];
