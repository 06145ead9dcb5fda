import { readPosition, writePosition } from "../usage.ts";
import type { UsageStore } from "../usage.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./project-keys.ts";

/** Records of a slice of a measurement. */
const sliceSize = 2_000;

const lengthOf = (...texts: readonly string[]): string =>
  texts.map((text) => `coalesce(octet_length(${text}), 0)`).join(" + ");

/** What is measured: the column that the table is walked by, and its bytes. Lengths are read without the texts. */
const measured = [
  { key: "step", table: "step_payloads", bytes: lengthOf("metadata", "input", "output", "generation") },
  { key: "key", table: "steps", bytes: lengthOf("error") },
  { key: "key", table: "threads", bytes: lengthOf("metadata") },
  { key: "key", table: "users", bytes: lengthOf("metadata") },
  { key: "key", table: "scores", bytes: lengthOf("comment") },
  {
    key: "key",
    table: "dataset_items",
    bytes: lengthOf("metadata", "input", "expected_output", "intermediary_steps"),
  },
  { key: "key", table: "experiment_items", bytes: lengthOf("input", "output") },
  { key: "key", table: "attachments", bytes: lengthOf("metadata") },
  { key: "key", table: "files", bytes: "coalesce(size, 0)" },
] as const;

/** Measures the records of a project slice by slice. */
export function createMeasure(database: Database, projects: ProjectKeys): UsageStore["measure"] {
  return async (projectId, from) => {
    const project = await projects.of(projectId);
    const { table, after } = readPosition(from);
    const what = measured[table];
    if (what === undefined) return { bytes: 0, next: null };
    const slice = await database.read(project, (session) =>
      session.get<{ bytes: number | null; count: number; last: number | null }>(
        `SELECT sum(bytes)::double precision AS bytes, count(*) AS count, max(key) AS last FROM (
           SELECT ${what.key} AS key, ${what.bytes} AS bytes FROM ${what.table}
           WHERE project_id = ? AND ${what.key} > ?::bigint ORDER BY ${what.key} LIMIT ${sliceSize}
         ) slice`,
        project,
        after ?? "-1",
      ),
    );
    const { bytes = null, count = 0, last = null } = slice ?? {};
    const position = count < sliceSize ? { table: table + 1, after: null } : { table, after: String(last) };
    return { bytes: bytes ?? 0, next: position.table < measured.length ? writePosition(position) : null };
  };
}
