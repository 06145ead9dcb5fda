import { secure } from "./secured.ts";

/** How people look at the records of a project. Links to threads are found before the project is known. */
export const projectSettingTables: readonly string[] = [
  `CREATE TABLE score_schemas (
    key bigint GENERATED ALWAYS AS IDENTITY, project_id bigint NOT NULL, id text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL, updated_at bigint NOT NULL, name text COLLATE "C" NOT NULL, description text,
    type text NOT NULL, categories text, minimum double precision, maximum double precision,
    PRIMARY KEY (project_id, id), UNIQUE (project_id, key), UNIQUE (project_id, name)
  )`,
  `CREATE TABLE views (
    key bigint GENERATED ALWAYS AS IDENTITY, project_id bigint NOT NULL, id text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL, updated_at bigint NOT NULL, name text COLLATE "C" NOT NULL, resource text NOT NULL,
    filters text NOT NULL, columns text, order_by text, is_shared smallint NOT NULL, owner_id text,
    PRIMARY KEY (project_id, id), UNIQUE (project_id, key)
  )`,
  `CREATE TABLE thread_shares (
    key bigint GENERATED ALWAYS AS IDENTITY, project_id bigint NOT NULL, id text COLLATE "C" NOT NULL UNIQUE,
    created_at bigint NOT NULL, thread_id text COLLATE "C" NOT NULL, created_by text,
    PRIMARY KEY (project_id, id), UNIQUE (project_id, key)
  )`,
  "CREATE INDEX thread_shares_by_thread ON thread_shares (project_id, thread_id)",
  `CREATE TABLE audit_events (
    key bigint GENERATED ALWAYS AS IDENTITY, project_id bigint NOT NULL, id text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL, action text NOT NULL, actor_kind text NOT NULL, actor_id text, actor_name text,
    address text, subject_id text, subject_name text, details text,
    PRIMARY KEY (project_id, id), UNIQUE (project_id, key)
  )`,
  "CREATE INDEX audit_events_by_time ON audit_events (project_id, created_at)",
  `CREATE TABLE project_usage (
    project_id bigint PRIMARY KEY, steps_per_day bigint, stored_bytes bigint, day bigint NOT NULL DEFAULT 0,
    steps bigint NOT NULL DEFAULT 0, written_bytes bigint NOT NULL DEFAULT 0, measured_bytes bigint NOT NULL DEFAULT 0,
    measured_at bigint
  )`,
  ...secure("score_schemas", "views", "audit_events", "project_usage"),
];
