import { secure } from "../schema/create-table.ts";

/** Datasets and experiments with their items. */
export const datasetTables: readonly string[] = [
  `CREATE TABLE datasets (
    key bigint GENERATED ALWAYS AS IDENTITY, project_id bigint NOT NULL, id text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL, name text COLLATE "C" NOT NULL, description text COLLATE "C", metadata text,
    type text COLLATE "C" NOT NULL, PRIMARY KEY (project_id, id), UNIQUE (project_id, key), UNIQUE (project_id, name)
  )`,
  "CREATE INDEX datasets_by_creation ON datasets (project_id, created_at, key)",
  `CREATE TABLE dataset_items (
    key bigint GENERATED ALWAYS AS IDENTITY, project_id bigint NOT NULL, id text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL, dataset_id text COLLATE "C" NOT NULL, metadata text, input text, expected_output text,
    intermediary_steps text, step_id text COLLATE "C", PRIMARY KEY (project_id, id), UNIQUE (project_id, key)
  )`,
  "CREATE INDEX dataset_items_by_dataset ON dataset_items (project_id, dataset_id, key)",
  `CREATE TABLE experiments (
    key bigint GENERATED ALWAYS AS IDENTITY, project_id bigint NOT NULL, id text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL, name text COLLATE "C" NOT NULL, dataset_id text COLLATE "C", prompt_experiment_id text,
    prompt_id text, params text, PRIMARY KEY (project_id, id), UNIQUE (project_id, key)
  )`,
  "CREATE INDEX experiments_by_creation ON experiments (project_id, created_at, key)",
  `CREATE TABLE experiment_items (
    key bigint GENERATED ALWAYS AS IDENTITY, project_id bigint NOT NULL, id text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL, dataset_experiment_id text COLLATE "C" NOT NULL, dataset_item_id text COLLATE "C",
    experiment_run_id text COLLATE "C", input text, output text, PRIMARY KEY (project_id, id), UNIQUE (project_id, key)
  )`,
  "CREATE INDEX experiment_items_by_experiment ON experiment_items (project_id, dataset_experiment_id, key)",
  ...secure("datasets", "dataset_items", "experiments", "experiment_items"),
];
