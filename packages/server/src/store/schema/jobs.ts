import { defineRecords, type Table } from "./table.ts";

export const jobs: Table<"jobs"> = defineRecords("jobs", {
  columns: {
    id: "text",
    createdAt: "integer",
    kind: "text",
    groupId: "text?",
    payload: "object",
    state: "text",
    dueAt: "integer?",
    attempts: "integer",
    stops: "integer",
    maxAttempts: "integer",
    token: "text?",
    endedAt: "integer?",
    failure: "text?",
  },
  indexes: [
    { name: "due", columns: ["kind", "due_at"], where: "due_at IS NOT NULL" },
    { name: "due_kinds", columns: ["kind", "due_at"], where: "due_at IS NOT NULL", isAcrossProjects: true },
    { name: "due_groups", columns: ["group_id", "due_at"], where: "due_at IS NOT NULL" },
    { name: "by_group", columns: ["group_id", "kind", "state"], where: "group_id IS NOT NULL" },
    { name: "by_state", columns: ["state", "kind"] },
    { name: "ended", columns: ["ended_at"], where: "ended_at IS NOT NULL", isAcrossProjects: true },
  ],
  // Row-level security is off, because servers read the jobs of all projects to find work.
  isOpen: true,
});
