import { defineRecords, type Table } from "./table.ts";

export const alerts: Table<"alerts"> = defineRecords("alerts", {
  columns: {
    id: "text",
    createdAt: "integer",
    updatedAt: "integer",
    name: "text",
    metric: "text",
    perRecord: "flag",
    resource: "text?",
    filters: "objects",
    query: "text?",
    includesExperiments: "flag",
    groupBy: "text?",
    kind: "text",
    threshold: "real?",
    recoverAt: "real?",
    period: "text",
    forSeconds: "integer",
    minimumCount: "integer",
    requiresMeasuredJudge: "flag",
    channelIds: "texts",
    warnsEarly: "flag",
    isOn: "flag",
    silencedUntil: "integer?",
    state: "text",
    stateSince: "integer?",
    pendingSince: "integer?",
    value: "real?",
    problem: "text?",
    evaluatedAt: "integer?",
    level: "integer",
    groupStates: "objects",
    hasMoreGroups: "flag",
    changeCount: "integer",
  },
  unique: [["name"]],
});

export const alertChanges: Table<"alert_changes"> = defineRecords("alert_changes", {
  columns: {
    id: "text",
    createdAt: "integer",
    alertId: "text",
    number: "integer",
    groupValue: "text?",
    fromState: "text",
    toState: "text",
    value: "real?",
    threshold: "real?",
    problem: "text?",
    isSilenced: "flag",
    level: "integer?",
  },
  indexes: [{ name: "by_alert", columns: ["alert_id", "number"] }],
});

export const channels: Table<"channels"> = defineRecords("channels", {
  columns: {
    id: "text",
    createdAt: "integer",
    updatedAt: "integer",
    name: "text",
    kind: "text",
    address: "text",
    events: "texts",
    sealedSecrets: "text?",
  },
  unique: [["name"]],
});

export const deliveries: Table<"deliveries"> = defineRecords("deliveries", {
  columns: {
    id: "text",
    createdAt: "integer",
    channelId: "text",
    event: "text",
    data: "object",
    state: "text",
    attempts: "integer",
    attemptedAt: "integer?",
    isSending: "flag",
    status: "integer?",
    response: "text?",
    failure: "text?",
  },
  indexes: [{ name: "by_channel", columns: ["channel_id", "created_at"] }],
});
