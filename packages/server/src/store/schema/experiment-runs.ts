import { defineRecords, type Table } from "./table.ts";

export const experimentRuns: Table<"experiment_runs"> = defineRecords("experiment_runs", {
  columns: {
    id: "text",
    createdAt: "integer",
    state: "text",
    endedAt: "integer?",
    pauseReason: "text?",
    plan: "object",
    itemCount: "integer",
    isExpanded: "flag",
    doneCount: "integer",
    failedCount: "integer",
    evaluationCount: "integer",
    evaluatedCount: "integer",
    evaluationFailedCount: "integer",
    cost: "real?",
  },
});
