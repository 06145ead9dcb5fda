import { accountTables } from "./account-tables.ts";
import { datasetTables } from "./dataset-tables.ts";
import { fileTables } from "./file-tables.ts";
import { comparableJson } from "./json-path.ts";
import { priceTables } from "./price-tables.ts";
import { projectSettingTables } from "./project-setting-tables.ts";
import { projectTables } from "./project-tables.ts";
import { promptTables } from "./prompt-tables.ts";
import { recordTables } from "./record-tables.ts";
import { rollupTables } from "./rollup-tables.ts";
import { searchTables } from "./search-tables.ts";

/**
 * The tables, as a list of forward steps of statements: step N brings a database from version N to N + 1. A released step
 * never changes, and none disturbs the version before it, whose replicas may still run.
 *
 * Columns are the names of the wire in snake_case. `project_id` is the small key of a project: it begins every key and
 * constraint, so that the tables can be distributed by it. `key` is the order of insertion. Text compares by its bytes.
 * JSON is text, which holds NUL and lone surrogates as escapes.
 */
export const migrations: readonly (readonly string[])[] = [
  [
    ...projectTables,
    ...accountTables,
    ...recordTables,
    ...projectSettingTables,
    ...promptTables,
    ...fileTables,
    ...datasetTables,
    ...priceTables,
    ...rollupTables,
    ...searchTables,
  ],
  ["ALTER TABLE steps ADD COLUMN given text"],
  ['ALTER TABLE invitations ADD COLUMN invited_by text COLLATE "C"'],
  [
    "ALTER TABLE steps ADD COLUMN received_at bigint",
    "ALTER TABLE threads ADD COLUMN received_at bigint, ADD COLUMN first_step bigint",
  ],
  [
    'ALTER TABLE scores ADD COLUMN thread_id text COLLATE "C"',
    "CREATE INDEX scores_by_thread ON scores (project_id, thread_id) WHERE thread_id IS NOT NULL",
  ],
  ["ALTER TABLE steps ADD COLUMN start_micros smallint NOT NULL DEFAULT 0"],
  [
    "CREATE INDEX steps_by_duration ON steps (project_id, (end_time - start_time), key)",
    "CREATE INDEX threads_by_duration ON threads (project_id, (last_end - first_start), key)",
    "CREATE INDEX generations_by_cost ON steps (project_id, cost, key) WHERE generation_type IS NOT NULL",
  ],
  [comparableJson],
];
