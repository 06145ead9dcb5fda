import { defineRecords, defineRows, type Table } from "./table.ts";

export const evaluationRules: Table<"evaluation_rules"> = defineRecords("evaluation_rules", {
  columns: {
    id: "text",
    createdAt: "integer",
    updatedAt: "integer",
    name: "text",
    evaluatorVersionId: "text",
    target: "text",
    filters: "objects",
    query: "text?",
    sampleRate: "real",
    quietSeconds: "integer",
    dailySpendLimit: "real?",
    mode: "text",
  },
  unique: [["name"]],
});

export const evaluationRuleDays: Table<"evaluation_rule_days"> = defineRows("evaluation_rule_days", {
  columns: {
    ruleId: "text",
    day: "integer",
    judged: "integer",
    superseded: "integer",
    wouldJudge: "integer",
    spent: "real",
  },
  primaryKey: ["rule_id", "day"],
});

export const evaluationArrivals: Table<"evaluation_arrivals"> = defineRecords("evaluation_arrivals", {
  columns: { id: "text", createdAt: "integer", stepIds: "texts" },
  // Row-level security is off, because servers read the arrivals of all projects to find work.
  isOpen: true,
});
