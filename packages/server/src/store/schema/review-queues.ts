import { defineRecords, type Table } from "./table.ts";

export const reviewQueues: Table<"review_queues"> = defineRecords("review_queues", {
  columns: {
    id: "text",
    createdAt: "integer",
    updatedAt: "integer",
    name: "text",
    instructions: "text?",
    target: "text",
    criteria: "objects",
    source: "text",
    filters: "objects",
    query: "text?",
    sampleRate: "real",
    judgeScore: "text?",
    userScore: "text?",
    threshold: "real",
    reviewerIds: "texts",
    reviewsPerItem: "integer",
    isBlind: "flag",
  },
  unique: [["name"]],
});

export const reviewItems: Table<"review_items"> = defineRecords("review_items", {
  columns: {
    id: "text",
    createdAt: "integer",
    queueId: "text",
    threadId: "text?",
    stepId: "text?",
    state: "text",
    endedAt: "integer?",
    assigneeId: "text?",
    assignedUntil: "integer?",
    flagReason: "text?",
    flaggedBy: "text?",
  },
  indexes: [
    { name: "by_queue", columns: ["queue_id", "state"] },
    { name: "by_thread", columns: ["thread_id"], where: "thread_id IS NOT NULL" },
    { name: "by_step", columns: ["step_id"], where: "step_id IS NOT NULL" },
  ],
});

export const reviews: Table<"reviews"> = defineRecords("reviews", {
  columns: {
    id: "text",
    createdAt: "integer",
    queueId: "text",
    itemId: "text",
    reviewerKind: "text",
    reviewerId: "text",
    reviewerName: "text?",
    state: "text",
    leaseEnd: "integer?",
    endedAt: "integer?",
    scores: "objects",
    comment: "text?",
    correction: "json?",
    isPublished: "flag",
  },
  unique: [["item_id", "reviewer_kind", "reviewer_id"]],
  indexes: [{ name: "by_queue", columns: ["queue_id", "state"] }],
});
