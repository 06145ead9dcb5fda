/** Accounts belong to the installation; they are read before a project is known. */
export const accountTables: readonly string[] = [
  `CREATE TABLE members (
    project_id bigint NOT NULL, account text COLLATE "C" NOT NULL, role text NOT NULL, created_at bigint NOT NULL,
    PRIMARY KEY (project_id, account)
  )`,
  "CREATE INDEX members_by_account ON members (account)",
];
