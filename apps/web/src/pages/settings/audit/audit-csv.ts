import Papa from "papaparse";
import { neutralCell } from "@threadline/schema/csv-cells";
import { request } from "../../../api/request.ts";
import { auditLog, type AuditLogQuery, type AuditLogQueryVariables } from "../../../generated/settings.ts";

const pageSize = 100;
const maxEvents = 50_000;

const columns = [
  "createdAt",
  "action",
  "subjectId",
  "subjectName",
  "actorKind",
  "actorName",
  "address",
  "details",
] as const;

export async function auditCsv(
  projectId: string | null,
  filter: Omit<AuditLogQueryVariables, "before" | "first">,
): Promise<string> {
  const events: AuditLogQuery["auditEvents"][number][] = [];
  for (let before: string | null = null; events.length < maxEvents; before = events.at(-1)?.id ?? null) {
    const variables: AuditLogQueryVariables = { ...filter, first: pageSize, before };
    // oxlint-disable-next-line no-await-in-loop -- each page starts after the previous one
    const page: AuditLogQuery = await request({ projectId, operation: auditLog, variables });
    events.push(...page.auditEvents);
    if (page.auditEvents.length < pageSize) break;
  }
  const rows = events.map((event) =>
    columns.map((name) => {
      const value = event[name];
      return neutralCell(typeof value === "string" ? value : value === null ? "" : JSON.stringify(value));
    }),
  );
  return `${Papa.unparse([[...columns], ...rows], { newline: "\r\n" })}\r\n`;
}
