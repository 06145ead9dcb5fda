import { defineRecords, defineRows, type Table } from "./table.ts";

export const datasets: Table<"datasets"> = defineRecords("datasets", {
  columns: {
    id: "text",
    createdAt: "integer",
    name: "text",
    description: "text?",
    metadata: "object?",
    type: "text",
    version: "integer",
    itemsAdded: "integer",
    itemSchema: "object?",
  },
  unique: [["name"]],
  indexes: [{ name: "by_creation", columns: ["created_at"] }],
});

const itemColumns = {
  id: "text",
  createdAt: "integer",
  datasetId: "text",
  metadata: "object?",
  input: "json?",
  expectedOutput: "json?",
  intermediarySteps: "objects?",
  stepId: "text?",
  splits: "texts",
  version: "integer",
  position: "integer",
  inputHash: "text?",
} as const;

/** Items of the latest versions. */
export const datasetItems: Table<"dataset_items"> = defineRecords("dataset_items", {
  columns: itemColumns,
  indexes: [
    { name: "by_dataset", columns: ["dataset_id"] },
    { name: "by_step", columns: ["step_id"], where: "step_id IS NOT NULL" },
    { name: "by_input", columns: ["dataset_id", "input_hash"], where: "input_hash IS NOT NULL" },
  ],
});

/** Contents of items that later versions changed or deleted, with the number of the version that did so. */
export const pastDatasetItems: Table<"past_dataset_items"> = defineRows("past_dataset_items", {
  columns: { ...itemColumns, untilVersion: "integer" },
  primaryKey: ["id", "version"],
  hasKey: true,
  indexes: [
    { name: "by_dataset", columns: ["dataset_id", "position"] },
    { name: "by_step", columns: ["step_id"], where: "step_id IS NOT NULL" },
  ],
});

export const datasetVersions: Table<"dataset_versions"> = defineRows("dataset_versions", {
  columns: {
    datasetId: "text",
    version: "integer",
    createdAt: "integer",
    added: "integer",
    updated: "integer",
    deleted: "integer",
  },
  primaryKey: ["dataset_id", "version"],
});

export const experiments: Table<"experiments"> = defineRecords("experiments", {
  columns: {
    id: "text",
    createdAt: "integer",
    name: "text",
    datasetId: "text?",
    datasetVersion: "integer?",
    promptExperimentId: "text?",
    promptId: "text?",
    params: "json?",
  },
  indexes: [{ name: "by_creation", columns: ["created_at"] }],
});

export const experimentItems: Table<"experiment_items"> = defineRecords("experiment_items", {
  columns: {
    id: "text",
    createdAt: "integer",
    datasetExperimentId: "text",
    datasetItemId: "text?",
    experimentRunId: "text?",
    input: "json?",
    output: "json?",
  },
  indexes: [
    { name: "by_experiment", columns: ["dataset_experiment_id"] },
    { name: "by_dataset_item", columns: ["dataset_item_id"], where: "dataset_item_id IS NOT NULL" },
    { name: "by_run", columns: ["experiment_run_id"], where: "experiment_run_id IS NOT NULL" },
  ],
});
