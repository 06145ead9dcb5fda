import { defineInstallationTable, type Table } from "./table.ts";

export const secrets: Table<"secrets"> = defineInstallationTable("secrets", {
  columns: { name: "text", value: "bytes" },
  primaryKey: ["name"],
});
