import { defineRecords, defineRows, type Table } from "./table.ts";

export const users: Table<"users"> = defineRecords("users", {
  columns: { id: "text", createdAt: "integer", identifier: "text", metadata: "object?" },
  unique: [["identifier"]],
  indexes: [{ name: "by_creation", columns: ["created_at"] }],
});

/**
 * Defines only the indexes that are the same in both databases. `schema.ts` of each database adds others, such as
 * `threads_by_user`.
 */
export const threads: Table<"threads"> = defineRecords("threads", {
  columns: {
    id: "text",
    createdAt: "integer",
    receivedAt: "integer?",
    userId: "text?",
    participant: "text?",
    tokenCount: "real?",
    countedSteps: "integer",
    cost: "real?",
    pricedSteps: "integer",
    firstStep: "integer?",
    firstStart: "integer?",
    lastEnd: "integer?",
    lastActivity: "integer",
    environment: "text?",
    name: "text?",
    tags: "texts?",
    metadata: "object?",
  },
  indexes: [
    { name: "by_creation", columns: ["created_at"] },
    { name: "by_token_count", columns: ["token_count"] },
    { name: "by_cost", columns: ["cost"] },
    { name: "by_participant", columns: ["participant"] },
    { name: "by_name", columns: ["name", "created_at"] },
  ],
});

export const scores: Table<"scores"> = defineRecords("scores", {
  columns: {
    id: "text",
    createdAt: "integer",
    updatedAt: "integer",
    name: "text",
    type: "text",
    value: "real",
    label: "text?",
    scorer: "text?",
    comment: "text?",
    tags: "texts?",
    stepId: "text?",
    generationId: "text?",
    threadId: "text?",
    datasetExperimentItemId: "text?",
    evaluatorVersionId: "text?",
    labeledBy: "text?",
    supersededJudgments: "objects?",
    evaluationRuleId: "text?",
  },
  indexes: [
    { name: "by_creation", columns: ["created_at"] },
    { name: "by_name", columns: ["name", "created_at"] },
    { name: "by_value", columns: ["value"] },
    { name: "by_name_and_value", columns: ["name", "value"] },
    { name: "by_step", columns: ["step_id"], where: "step_id IS NOT NULL" },
    { name: "by_generation", columns: ["generation_id"], where: "generation_id IS NOT NULL" },
    { name: "by_thread", columns: ["thread_id"], where: "thread_id IS NOT NULL" },
    {
      name: "by_experiment_item",
      columns: ["dataset_experiment_item_id"],
      where: "dataset_experiment_item_id IS NOT NULL",
    },
    {
      name: "by_evaluator_version",
      columns: ["evaluator_version_id", "created_at"],
      where: "evaluator_version_id IS NOT NULL",
    },
    {
      name: "by_evaluation_rule",
      columns: ["evaluation_rule_id", "created_at"],
      where: "evaluation_rule_id IS NOT NULL",
    },
    { name: "by_label", columns: ["name", "created_at"], where: "labeled_by IS NOT NULL" },
  ],
});

/** Either `threadId` or `stepId` is set. */
export const comments: Table<"comments"> = defineRecords("comments", {
  columns: {
    id: "text",
    createdAt: "integer",
    editedAt: "integer?",
    threadId: "text?",
    stepId: "text?",
    authorKind: "text",
    authorId: "text?",
    authorName: "text?",
    text: "text",
    mentions: "objects",
  },
  indexes: [
    { name: "by_thread", columns: ["thread_id"], where: "thread_id IS NOT NULL" },
    { name: "by_step", columns: ["step_id"], where: "step_id IS NOT NULL" },
  ],
});

export const attachments: Table<"attachments"> = defineRecords("attachments", {
  columns: {
    id: "text",
    createdAt: "integer",
    stepId: "text",
    name: "text?",
    mime: "text?",
    metadata: "json?",
    objectKey: "text?",
    url: "text?",
  },
  indexes: [
    { name: "by_step", columns: ["step_id"] },
    { name: "by_file", columns: ["object_key"], where: "object_key IS NOT NULL" },
  ],
});

export const files: Table<"files"> = defineRows("files", {
  columns: {
    objectKey: "text",
    createdAt: "integer",
    name: "text",
    mime: "text",
    threadId: "text?",
    size: "integer?",
    leftOver: "flag",
  },
  hasKey: true,
  primaryKey: ["object_key"],
  indexes: [
    { name: "left_over", columns: ["object_key"], where: "left_over = 1" },
    { name: "by_time", columns: ["created_at"], where: "left_over = 0" },
    { name: "by_thread", columns: ["thread_id"], where: "thread_id IS NOT NULL" },
  ],
});

/** Index of the records of each tag, in order of creation. */
export const recordTags: Table<"record_tags"> = defineRows("record_tags", {
  columns: { kind: "text", tag: "text", createdAt: "integer", record: "integer" },
  primaryKey: ["kind", "tag", "created_at", "record"],
});

/** Ids of deleted records. If a client sends a deleted record again, it is not stored. */
export const tombstones: Table<"tombstones"> = defineRows("tombstones", {
  columns: { kind: "text", id: "text", deletedAt: "integer" },
  primaryKey: ["kind", "id"],
  indexes: [{ name: "by_time", columns: ["deleted_at"] }],
});
