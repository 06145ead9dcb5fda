import { secure } from "../schema/create-table.ts";

/** Attachments of steps and the files behind them; of one that is left over, the bytes are still to be removed. */
export const fileTables: readonly string[] = [
  `CREATE TABLE attachments (
    key bigint GENERATED ALWAYS AS IDENTITY, project_id bigint NOT NULL, id text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL, step_id text COLLATE "C" NOT NULL, name text, mime text, metadata text,
    object_key text COLLATE "C", url text, PRIMARY KEY (project_id, id), UNIQUE (project_id, key)
  )`,
  "CREATE INDEX attachments_by_step ON attachments (project_id, step_id)",
  "CREATE INDEX attachments_by_file ON attachments (project_id, object_key) WHERE object_key IS NOT NULL",
  `CREATE TABLE files (
    key bigint GENERATED ALWAYS AS IDENTITY, project_id bigint NOT NULL, object_key text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL, name text NOT NULL, mime text NOT NULL, thread_id text COLLATE "C", size bigint,
    left_over boolean NOT NULL DEFAULT false, PRIMARY KEY (project_id, object_key), UNIQUE (project_id, key)
  )`,
  "CREATE INDEX files_left_over ON files (project_id, key) WHERE left_over",
  "CREATE INDEX files_by_time ON files (project_id, created_at) WHERE NOT left_over",
  "CREATE INDEX files_by_thread ON files (project_id, thread_id) WHERE thread_id IS NOT NULL",
  ...secure("attachments", "files"),
];
