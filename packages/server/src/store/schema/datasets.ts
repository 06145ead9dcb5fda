import { defineRecords, type Table } from "./table.ts";

export const datasets: Table<"datasets"> = defineRecords("datasets", {
  columns: {
    id: "text",
    createdAt: "integer",
    name: "text",
    description: "text?",
    metadata: "object?",
    type: "text",
  },
  unique: [["name"]],
  indexes: [{ name: "by_creation", columns: ["created_at"] }],
});

export const datasetItems: Table<"dataset_items"> = defineRecords("dataset_items", {
  columns: {
    id: "text",
    createdAt: "integer",
    datasetId: "text",
    metadata: "object?",
    input: "json?",
    expectedOutput: "json?",
    intermediarySteps: "objects?",
    stepId: "text?",
  },
  indexes: [
    { name: "by_dataset", columns: ["dataset_id"] },
    { name: "by_step", columns: ["step_id"], where: "step_id IS NOT NULL" },
  ],
});

export const experiments: Table<"experiments"> = defineRecords("experiments", {
  columns: {
    id: "text",
    createdAt: "integer",
    name: "text",
    datasetId: "text?",
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
  ],
});
