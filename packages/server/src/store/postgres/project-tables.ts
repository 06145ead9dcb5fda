/** What belongs to no project, or is read before the project is known. */
export const projectTables: readonly string[] = [
  `CREATE TABLE projects (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE,
    name text COLLATE "C" NOT NULL UNIQUE, created_at bigint NOT NULL, retention_days integer,
    requires_second_factor boolean NOT NULL DEFAULT false
  )`,
  `CREATE TABLE api_keys (
    key bigint GENERATED ALWAYS AS IDENTITY, project_id bigint NOT NULL, id text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL, scopes text NOT NULL, hash text COLLATE "C" NOT NULL UNIQUE, prefix text NOT NULL,
    last4 text NOT NULL, created_at bigint NOT NULL, revoked_at bigint, PRIMARY KEY (project_id, id)
  )`,
  `CREATE TABLE deleted_projects (
    key bigint PRIMARY KEY, deleted_at bigint NOT NULL, is_freed boolean NOT NULL, has_files boolean NOT NULL
  )`,
];
