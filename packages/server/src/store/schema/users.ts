import { defineRecords, type Table } from "./table.ts";

export const users: Table<"users"> = defineRecords("users", {
  columns: { id: "text", createdAt: "integer", identifier: "text", metadata: "json?" },
  unique: [["identifier"]],
  indexes: [{ name: "by_creation", columns: ["created_at"] }],
});
