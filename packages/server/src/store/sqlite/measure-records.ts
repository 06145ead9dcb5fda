import { readPosition, writePosition } from "../usage.ts";
import type { UsageStore } from "../usage.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./project-keys.ts";

/** Records of a slice of a measurement, a few milliseconds of work. */
const sliceSize = 500;

const lengthOf = (...texts: readonly string[]): string =>
  texts.map((text) => `coalesce(octet_length(${text}), 0)`).join(" + ");

/** What is measured: the id that the table is walked by, and its bytes. Lengths are read without the texts. */
const measured = [
  {
    id: "id",
    from: `steps r LEFT JOIN step_payloads p ON p.step = r.key LEFT JOIN generation_payloads g ON g.step = r.key`,
    bytes: lengthOf("p.metadata", "p.input", "p.output", "g.payload", "r.error"),
  },
  { id: "id", from: "threads r", bytes: lengthOf("r.metadata") },
  { id: "id", from: "users r", bytes: lengthOf("r.metadata") },
  { id: "id", from: "scores r", bytes: lengthOf("r.comment") },
  {
    id: "id",
    from: "dataset_items r",
    bytes: lengthOf("r.metadata", "r.input", "r.expected_output", "r.intermediary_steps"),
  },
  { id: "id", from: "experiment_items r", bytes: lengthOf("r.input", "r.output") },
  { id: "id", from: "attachments r", bytes: lengthOf("r.metadata") },
  { id: "object_key", from: "files r", bytes: "coalesce(r.size, 0)" },
] as const;

/** Measures the records of a project slice by slice. */
export function createMeasure(database: Database, projects: ProjectKeys): UsageStore["measure"] {
  return async (projectId, from) => {
    const project = projects.of(projectId);
    const { table, after } = readPosition(from);
    const what = measured[table];
    if (what === undefined) return { bytes: 0, next: null };
    const rows = database.all<{ id: string; bytes: number }>(
      `SELECT r.${what.id} AS id, ${what.bytes} AS bytes FROM ${what.from}
       WHERE r.project_id = ? AND r.${what.id} > ? ORDER BY r.${what.id} LIMIT ${sliceSize}`,
      project,
      after ?? "",
    );
    const isOver = rows.length < sliceSize;
    const position = isOver ? { table: table + 1, after: null } : { table, after: rows.at(-1)?.id ?? null };
    return {
      bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
      next: position.table < measured.length ? writePosition(position) : null,
    };
  };
}
