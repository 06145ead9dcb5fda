/** Accounts belong to the installation; they are read before a project is known. */
export const accountTables: readonly string[] = [
  `CREATE TABLE accounts (
    id text COLLATE "C" PRIMARY KEY, email text COLLATE "C" NOT NULL UNIQUE, name text COLLATE "C" NOT NULL,
    email_verified boolean NOT NULL, image text, two_factor_enabled boolean NOT NULL DEFAULT false,
    disabled_at bigint, created_at bigint NOT NULL, updated_at bigint NOT NULL
  )`,
  `CREATE TABLE second_factors (
    id text COLLATE "C" PRIMARY KEY, user_id text COLLATE "C" NOT NULL UNIQUE, secret text NOT NULL,
    backup_codes text NOT NULL, verified boolean NOT NULL, failed_verification_count integer NOT NULL DEFAULT 0,
    locked_until bigint
  )`,
  `CREATE TABLE account_logins (
    id text COLLATE "C" PRIMARY KEY, account_id text COLLATE "C" NOT NULL, provider_id text COLLATE "C" NOT NULL,
    user_id text COLLATE "C" NOT NULL, password text, scope text, created_at bigint NOT NULL, updated_at bigint NOT NULL,
    UNIQUE (provider_id, account_id)
  )`,
  "CREATE INDEX account_logins_by_account ON account_logins (user_id)",
  `CREATE TABLE sessions (
    id text COLLATE "C" PRIMARY KEY, token text COLLATE "C" NOT NULL UNIQUE, user_id text COLLATE "C" NOT NULL,
    expires_at bigint NOT NULL, created_at bigint NOT NULL, updated_at bigint NOT NULL, ip_address text, user_agent text
  )`,
  "CREATE INDEX sessions_by_account ON sessions (user_id)",
  `CREATE TABLE verifications (
    id text COLLATE "C" PRIMARY KEY, identifier text COLLATE "C" NOT NULL, value text COLLATE "C" NOT NULL,
    expires_at bigint NOT NULL, created_at bigint NOT NULL, updated_at bigint NOT NULL
  )`,
  "CREATE INDEX verifications_by_identifier ON verifications (identifier)",
  `CREATE TABLE members (
    project_id bigint NOT NULL, account text COLLATE "C" NOT NULL, role text NOT NULL, created_at bigint NOT NULL,
    PRIMARY KEY (project_id, account)
  )`,
  "CREATE INDEX members_by_account ON members (account)",
  `CREATE TABLE invitations (
    project_id bigint NOT NULL, id text COLLATE "C" NOT NULL, email text COLLATE "C" NOT NULL, role text NOT NULL,
    hash text COLLATE "C" NOT NULL UNIQUE, created_at bigint NOT NULL, expires_at bigint NOT NULL,
    invited_by text COLLATE "C", PRIMARY KEY (project_id, id), UNIQUE (project_id, email)
  )`,
];
