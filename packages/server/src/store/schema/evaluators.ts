import { defineRecords, type Table } from "./table.ts";

export const evaluators: Table<"evaluators"> = defineRecords("evaluators", {
  columns: {
    id: "text",
    createdAt: "integer",
    updatedAt: "integer",
    name: "text",
    description: "text?",
    archivedAt: "integer?",
    latestVersionId: "text",
  },
  unique: [["name"]],
});

export const evaluatorVersions: Table<"evaluator_versions"> = defineRecords("evaluator_versions", {
  columns: {
    id: "text",
    createdAt: "integer",
    evaluatorId: "text",
    number: "integer",
    description: "text?",
    kind: "text",
    target: "text",
    scoreName: "text",
    definition: "object",
  },
  unique: [["evaluator_id", "number"]],
});
