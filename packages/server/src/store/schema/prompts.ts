import { defineRecords, defineRows, type Table } from "./table.ts";

export const promptLineages: Table<"prompt_lineages"> = defineRecords("prompt_lineages", {
  columns: {
    id: "text",
    createdAt: "integer",
    name: "text",
    description: "text?",
    deletedAt: "integer?",
    championId: "text?",
    labels: "objects",
  },
  unique: [["name"]],
  indexes: [{ name: "by_creation", columns: ["created_at"] }],
});

export const promptVersions: Table<"prompt_versions"> = defineRecords("prompt_versions", {
  columns: {
    id: "text",
    lineageId: "text",
    createdAt: "integer",
    updatedAt: "integer",
    version: "integer",
    identity: "text",
    versionDesc: "text?",
    label: "text?",
    status: "text?",
    tags: "texts?",
    type: "text",
    templateMessages: "json?",
    tools: "json?",
    settings: "json?",
    variables: "json?",
    variablesDefaultValues: "json?",
  },
  unique: [["lineage_id", "version"]],
});

export const promptRollouts: Table<"prompt_rollouts"> = defineRows("prompt_rollouts", {
  columns: { lineageId: "text", version: "integer", rollout: "real" },
  primaryKey: ["lineage_id", "version"],
});

export const promptVariants: Table<"prompt_variants"> = defineRecords("prompt_variants", {
  columns: {
    id: "text",
    createdAt: "integer",
    fromLineageId: "text?",
    fromVersion: "integer?",
    scoreTemplateId: "text?",
    templateMessages: "json?",
    settings: "json?",
    tools: "json?",
    variables: "json?",
  },
});
