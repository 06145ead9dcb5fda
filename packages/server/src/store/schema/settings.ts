import { defineRecords, defineRows, type Table } from "./table.ts";

export const scoreSchemas: Table<"score_schemas"> = defineRecords("score_schemas", {
  columns: {
    id: "text",
    createdAt: "integer",
    updatedAt: "integer",
    name: "text",
    description: "text?",
    type: "text",
    categories: "objects?",
    minimum: "real?",
    maximum: "real?",
    direction: "text",
  },
  unique: [["name"]],
});

export const views: Table<"views"> = defineRecords("views", {
  columns: {
    id: "text",
    createdAt: "integer",
    updatedAt: "integer",
    name: "text",
    resource: "text",
    filters: "objects",
    query: "text?",
    columns: "texts?",
    orderBy: "object?",
    timeRange: "object?",
    isShared: "flag",
    ownerId: "text?",
  },
});

export const dashboards: Table<"dashboards"> = defineRecords("dashboards", {
  columns: {
    id: "text",
    createdAt: "integer",
    updatedAt: "integer",
    name: "text",
    description: "text?",
    widgets: "objects",
    authorId: "text?",
    authorName: "text?",
  },
});

export const modelConnections: Table<"model_connections"> = defineRecords("model_connections", {
  columns: {
    id: "text",
    createdAt: "integer",
    updatedAt: "integer",
    name: "text",
    kind: "text",
    baseUrl: "text?",
    models: "texts",
    dailyBudget: "real?",
    maxConcurrentCalls: "integer",
    keyEnding: "text?",
    keySetAt: "integer?",
    headerNames: "texts",
    sealedSecrets: "text?",
    spentDay: "integer?",
    spent: "real",
  },
  unique: [["name"]],
});

export const threadShares: Table<"thread_shares"> = defineRecords("thread_shares", {
  columns: { id: "text", createdAt: "integer", threadId: "text", createdBy: "text?", expiresAt: "integer?" },
  uniqueEverywhere: ["id"],
  indexes: [{ name: "by_thread", columns: ["thread_id"] }],
  isOpen: true,
});

export const auditEvents: Table<"audit_events"> = defineRecords("audit_events", {
  columns: {
    id: "text",
    createdAt: "integer",
    action: "text",
    actorKind: "text",
    actorId: "text?",
    actorName: "text?",
    address: "text?",
    subjectId: "text?",
    subjectName: "text?",
    details: "object?",
  },
  indexes: [{ name: "by_time", columns: ["created_at"] }],
  isAppendOnly: true,
});

export const projectUsage: Table<"project_usage"> = defineRows("project_usage", {
  columns: {
    stepsPerDay: "integer?",
    storedBytes: "integer?",
    ownStepsPerDay: "integer?",
    ownStoredBytes: "integer?",
    day: "integer",
    steps: "integer",
    writtenBytes: "integer",
    measuredBytes: "integer",
    measuredAt: "integer?",
  },
  primaryKey: [],
});

export const modelPrices: Table<"model_prices"> = defineRecords("model_prices", {
  columns: {
    id: "text",
    createdAt: "integer",
    updatedAt: "integer",
    name: "text?",
    match: "text",
    provider: "text?",
    inputPrice: "real",
    outputPrice: "real",
    cachedInputPrice: "real?",
    cacheWritePrice: "real?",
    reasoningPrice: "real?",
    validFrom: "integer?",
    validTo: "integer?",
  },
});
