import { secure } from "../schema/create-table.ts";

/** Lineages, versions, rollouts and variants of prompts. */
export const promptTables: readonly string[] = [
  `CREATE TABLE prompt_lineages (
    key bigint GENERATED ALWAYS AS IDENTITY, project_id bigint NOT NULL, id text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL, name text COLLATE "C" NOT NULL, description text COLLATE "C", deleted_at bigint,
    champion_id text COLLATE "C", PRIMARY KEY (project_id, id), UNIQUE (project_id, key), UNIQUE (project_id, name)
  )`,
  "CREATE INDEX prompt_lineages_by_creation ON prompt_lineages (project_id, created_at, key)",
  `CREATE TABLE prompt_versions (
    key bigint GENERATED ALWAYS AS IDENTITY, project_id bigint NOT NULL, id text COLLATE "C" NOT NULL,
    lineage_id text COLLATE "C" NOT NULL, created_at bigint NOT NULL, updated_at bigint NOT NULL,
    version integer NOT NULL, identity text COLLATE "C" NOT NULL, version_desc text, label text, status text, tags text,
    type text NOT NULL, template_messages text, tools text, settings text, variables text,
    variables_default_values text, PRIMARY KEY (project_id, id), UNIQUE (project_id, key),
    UNIQUE (project_id, lineage_id, version)
  )`,
  `CREATE TABLE prompt_rollouts (
    project_id bigint NOT NULL, lineage_id text COLLATE "C" NOT NULL, version integer NOT NULL,
    rollout double precision NOT NULL, PRIMARY KEY (project_id, lineage_id, version)
  )`,
  `CREATE TABLE prompt_variants (
    key bigint GENERATED ALWAYS AS IDENTITY, project_id bigint NOT NULL, id text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL, from_lineage_id text, from_version integer, score_template_id text,
    template_messages text, settings text, tools text, variables text, PRIMARY KEY (project_id, id),
    UNIQUE (project_id, key)
  )`,
  ...secure("prompt_lineages", "prompt_versions", "prompt_rollouts", "prompt_variants"),
];
