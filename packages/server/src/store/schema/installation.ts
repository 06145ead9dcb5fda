import { defineInstallationTable, type Table } from "./table.ts";

export const projects: Table<"projects"> = defineInstallationTable("projects", {
  columns: {
    id: "text",
    name: "text",
    createdAt: "integer",
    retentionDays: "integer?",
    requiresSecondFactor: "flag",
  },
  hasKey: true,
  unique: [["name"]],
});

/** `key` was that of the project. */
export const deletedProjects: Table<"deleted_projects"> = defineInstallationTable("deleted_projects", {
  columns: { key: "integer", deletedAt: "integer", isFreed: "flag", hasFiles: "flag" },
  primaryKey: ["key"],
});

export const secrets: Table<"secrets"> = defineInstallationTable("secrets", {
  columns: { name: "text", value: "bytes" },
  primaryKey: ["name"],
});
