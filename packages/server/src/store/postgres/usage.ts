import { readPosition, toUsage, writePosition } from "../usage.ts";
import type { ProjectUsage, UsageStore } from "../usage.ts";
import type { Database } from "./database.ts";
import type { ProjectKeys } from "./project-keys.ts";
import type { Session } from "./session.ts";

/** Records of a slice of a measurement. */
const sliceSize = 2_000;

const columns = "steps_per_day, stored_bytes, day, steps, written_bytes, measured_bytes, measured_at";

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

async function read(session: Session, project: number): Promise<ProjectUsage> {
  return toUsage(await session.get(`SELECT ${columns} FROM project_usage WHERE project_id = ?`, project));
}

export function createUsageStore(database: Database, projects: ProjectKeys): UsageStore {
  return {
    async get(projectId) {
      const project = await projects.of(projectId);
      return database.read(project, (session) => read(session, project));
    },
    async add(projectId, { day, steps, bytes }) {
      const project = await projects.of(projectId);
      return database.write(project, async (session) => {
        await session.run(
          `INSERT INTO project_usage AS u (project_id, day, steps, written_bytes) VALUES (?, ?, ?, ?)
           ON CONFLICT (project_id) DO UPDATE SET
             steps = excluded.steps + CASE u.day WHEN excluded.day THEN u.steps ELSE 0 END, day = excluded.day,
             written_bytes = u.written_bytes + excluded.written_bytes`,
          project,
          day,
          steps,
          bytes,
        );
        return read(session, project);
      });
    },
    async setQuota(projectId, { stepsPerDay, storedBytes }) {
      const project = await projects.of(projectId);
      await database.write(project, (session) =>
        session.run(
          `INSERT INTO project_usage (project_id, steps_per_day, stored_bytes) VALUES (?, ?, ?)
           ON CONFLICT (project_id) DO UPDATE
             SET steps_per_day = excluded.steps_per_day, stored_bytes = excluded.stored_bytes`,
          project,
          stepsPerDay,
          storedBytes,
        ),
      );
    },
    async measure(projectId, from) {
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
    },
    async setMeasured(projectId, { bytes, at, written }) {
      const project = await projects.of(projectId);
      await database.write(project, (session) =>
        session.run(
          `INSERT INTO project_usage AS u (project_id, measured_bytes, measured_at) VALUES ($1, $2, $3)
           ON CONFLICT (project_id) DO UPDATE SET measured_bytes = excluded.measured_bytes,
             measured_at = excluded.measured_at, written_bytes = greatest(0, u.written_bytes - $4::bigint)`,
          project,
          bytes,
          at,
          written,
        ),
      );
    },
  };
}
